import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { RequestRefused } from '../../../api/answers.ts';
import { today } from '../../../api/session.ts';
import { useAction } from '../../../components/feedback.tsx';
import { locale } from '../../../messages/messages.ts';
import type { Operation } from '../../../subscriptions/actions.ts';
import { loadVersion, preview, type Version } from '../../../subscriptions/api.ts';
import { clientFault, type Fault, faultsIn } from './faults.ts';
import { type Conflict, merge, whoChanged } from './conflicts.ts';
import { type Content, contentOf, faultyControls, type FormField, type FormValues, mended } from './values.ts';

const faultsAskedFor = 8;
const mergesMost = 5;

export interface Saving {
  /** The write that saves the form; undefined when nothing would change. */
  readonly operationFor: (content: Content) => Operation | undefined;
  /** Saves, and closes the dialog. */
  readonly onSave: (operation: Operation) => Promise<void>;
  readonly onClose: () => void;
  /** The version that an edit starts from; absent for a new subscription. */
  readonly base?: Signal<Version>;
}

interface FormState {
  readonly values: () => FormValues;
  readonly conflict: Signal<Conflict | undefined>;
  /** Takes the values that are saved in the place of those that were typed. */
  readonly take: (values: FormValues) => void;
  /** Shows the first of some faults. */
  readonly show: (control: FormField) => void;
}

interface SavingState {
  /** What is wrong at the controls. */
  readonly faults: Signal<readonly Fault[]>;
  /** What else went wrong. */
  readonly error: ReadonlySignal<unknown>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Saves, unless it is on its way. */
  readonly save: () => void;
}

/**
 * Saving a form: all faults of its controls are shown together, also those that only the service knows.
 *
 * @param found what the service has found wrong with the values before they were changed
 */
export function useSaving(saving: Saving, state: FormState, found?: unknown): SavingState {
  const { operationFor } = saving;
  const atFirst = useMemo(() => faultsIn(found, state.values()), []);
  const faults = useSignal<readonly Fault[]>(atFirst);
  useEffect(() => {
    if (atFirst[0]) state.show(atFirst[0].control);
  }, []);
  const action = useAction(async () => {
    faults.value = [];
    const values = state.values();
    const own = faultyControls(values, locale.value).map((control) => clientFault(control, values));
    const content = contentOf(values, locale.value);
    if (own.length > 0 || content === undefined) return showAll(values, own);
    await store(saving, state, content).catch((error: unknown) => {
      const refused = faultsIn(error, values);
      if (refused.length === 0) throw error;
      return showAll(values, refused);
    });
  });

  /** Shows faults, and then those that the service finds with other values at their controls. */
  async function showAll(values: FormValues, known: readonly Fault[]): Promise<void> {
    faults.value = known;
    const [nearest] = known;
    if (nearest !== undefined) state.show(nearest.control);
    faults.value = [...known, ...(await furtherFaults(values, known, operationFor))];
  }

  const { error, isBusy, run } = action;
  return { faults, error, isBusy, save: () => void (isBusy.peek() || run()) };
}

/** Sends it. Where somebody else has changed other fields meanwhile, it goes over theirs; of the same, the user decides. */
async function store(saving: Saving, state: FormState, content: Content, attempts = 1): Promise<void> {
  const { base, operationFor, onSave, onClose } = saving;
  const operation = operationFor(content);
  if (operation === undefined) return onClose();
  try {
    await onSave(operation);
  } catch (error) {
    const isConflict = error instanceof RequestRefused && error.status === 412;
    if (base === undefined || !isConflict) throw error;
    const { record } = base.peek();
    const theirs = await loadVersion(record.id);
    const { values, clashing } = merge(record, theirs.record, state.values());
    const merged = contentOf(values, locale.value);
    if (clashing.length > 0 || attempts === mergesMost || merged === undefined) {
      const by = await whoChanged(record.id, clashing).catch(() => undefined);
      state.conflict.value = { theirs, by };
      return;
    }
    base.value = theirs;
    state.take(values);
    await store(saving, state, merged, attempts + 1);
  }
}

/**
 * The service says all faults of the fields at once, and those of several fields when each is valid: it is asked by dry runs, in which
 * the controls with known faults have values that can be sent.
 */
async function furtherFaults(
  values: FormValues,
  known: readonly Fault[],
  operationFor: Saving['operationFor'],
): Promise<readonly Fault[]> {
  const found: Fault[] = [];
  while (found.length < faultsAskedFor) {
    const controls = [...known, ...found].map(({ control }) => control);
    const content = contentOf(mended(values, controls, today.peek()), locale.peek());
    const operation = content && operationFor(content);
    if (operation === undefined) return found;
    const all = await preview(operation, new AbortController().signal).then(
      () => [],
      (error: unknown) => faultsIn(error, values),
    );
    const more = all.filter(({ control }) => !controls.includes(control));
    if (more.length === 0) return found;
    found.push(...more);
  }
  return found;
}
