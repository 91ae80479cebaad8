import { useSignal } from '@preact/signals';
import { FileUp } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Icon } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { textIn } from '../../format/text.ts';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { openFile } from './state.ts';

/** The file to import: dropped anywhere on the page, chosen, or pasted as text. */
export function Source() {
  return (
    <Card title={t('imports.title')}>
      <div class="settings-parts">
        <p>{t('imports.text')}</p>
        <DropZone />
        <details>
          <summary>{t('imports.paste')}</summary>
          <PasteForm />
        </details>
      </div>
    </Card>
  );
}

function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDrop();

  function choose() {
    const [chosen] = input.current?.files ?? [];
    if (chosen) open(chosen);
  }

  return (
    <div class={isOver ? 'import-drop over' : 'import-drop'}>
      <Icon node={FileUp} size={32} />
      <p>{t('imports.drop')}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {t('imports.choose')}
      </Button>
      <input ref={input} type="file" hidden accept=".json,.csv,.tsv,.txt,application/json,text/csv" onChange={choose} />
    </div>
  );
}

function PasteForm() {
  const error = useSignal<string | undefined>(undefined);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const text = textIn(new FormData(event.currentTarget as HTMLFormElement), 'text');
    error.value = text.trim() === '' ? t('imports.paste.missing') : undefined;
    if (error.value !== undefined) return;
    openFile(new Blob([text]));
  }

  return (
    <form class="form" noValidate onSubmit={submit}>
      <Field label={t('imports.paste.label')} help={t('imports.paste.help')} error={error.value}>
        {(control) => <textarea {...control} name="text" rows={8} spellcheck={false} dir="auto" />}
      </Field>
      <Button type="submit">{t('imports.check')}</Button>
    </form>
  );
}

function open(chosen: File): void {
  openFile(chosen, chosen.name);
}

/** Opens a file that is dropped anywhere on the page, which the browser would else show in its place. Returns whether one is over it. */
function useDrop(): boolean {
  const isOver = useSignal(false);
  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      isOver.value = true;
    };
    const drop = (event: DragEvent) => {
      isOver.value = false;
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped === undefined) return;
      event.preventDefault();
      open(dropped);
    };
    addEventListener('dragover', over, options);
    addEventListener('dragleave', (event) => event.relatedTarget ?? (isOver.value = false), options);
    addEventListener('drop', drop, options);
    return () => controller.abort();
  }, []);
  return isOver.value;
}
