import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isAbort } from '../../../api/errors.ts';
import type { Content } from '../model/formValues.ts';
import type { Subscription } from '../model/record.ts';
import { loadVersion, preview, type Operation } from '../requests.ts';

const typingMs = 350;
const duplicatesShown = 3;

/** What saving the form would lead to. */
export interface Preview {
  readonly record: Subscription;
  /** Others with the same name, a few of them. */
  readonly duplicates: readonly Subscription[];
}

/**
 * Asks by a dry run what saving would lead to, a moment after the last key. What is not typed yet is taken for something
 * valid, so that the next payment shows early. Without a valid form the last answer stays until there is another.
 *
 * @param content what the form says; undefined while a control has no usable value
 * @param operationFor the write that saves it; undefined when nothing would change
 */
export function usePreview(
  content: Content | undefined,
  operationFor: (content: Content) => Operation | undefined,
): ReadonlySignal<Preview | undefined> {
  const shown = useSignal<Preview | undefined>(undefined);
  const operation = content && operationFor(completed(content));
  const text = JSON.stringify(operation);

  useEffect(() => {
    if (operation === undefined) {
      shown.value = undefined;
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(operation, content?.fields.name.trim() !== '', controller.signal).then(
        (answer) => (shown.value = answer),
        (error: unknown) => {
          // Saving will say what is wrong.
          if (!isAbort(error)) shown.value = undefined;
        },
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return shown;
}

async function ask(operation: Operation, hasName: boolean, signal: AbortSignal): Promise<Preview> {
  const { record, duplicateIds } = await preview(operation, signal);
  const ids = hasName ? duplicateIds.slice(0, duplicatesShown) : [];
  const duplicates = await Promise.all(ids.map(async (id) => (await loadVersion(id, signal)).record));
  return { record, duplicates };
}

function completed({ fields, details }: Content): Content {
  const { name, category } = fields;
  return { details, fields: { ...fields, name: name.trim() || '?', category: category.trim() || '?' } };
}
