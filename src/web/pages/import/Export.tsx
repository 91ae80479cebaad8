import { useSignal } from '@preact/signals';
import { Download } from 'lucide';
import { today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { ErrorNotice, useAction } from '../../components/feedback.tsx';
import { CheckBox, Chips } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { type ExportChoices, loadExport } from './api.ts';

const formats = ['json', 'csv'] as const;

export function Export() {
  const format = useSignal<ExportChoices['format']>('json');
  const isSafe = useSignal(true);
  const { run, isBusy, error } = useAction(async (choices: ExportChoices) => {
    saveAs(await loadExport(choices), `duebook-${today.peek()}.${choices.format}`);
  });
  return (
    <Card title={t('imports.export')}>
      <div class="settings-parts">
        <Chips
          label={t('imports.export.format')}
          name="format"
          options={formats.map((value) => ({ value, text: value.toUpperCase() }))}
          value={format.value}
          onChoose={(chosen) => (format.value = chosen)}
          help={t(`imports.export.${format.value}.help`)}
        />
        {format.value === 'csv' && (
          <CheckBox isOn={isSafe.value} onTurn={(isOn) => (isSafe.value = isOn)}>
            {t('imports.export.safe')}
          </CheckBox>
        )}
        <div class="settings-actions">
          <Button
            icon={Download}
            isBusy={isBusy.value}
            onClick={() => void run({ format: format.value, isSafe: isSafe.value })}
          >
            {t('imports.export.download')}
          </Button>
        </div>
        <ErrorNotice error={error.value} />
      </div>
    </Card>
  );
}

const keptMs = 60_000;

/** Has the browser save a file. The session is in a header, so that a link to the address of the export would not do. */
function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
