import { RequestRefused, ServerUnreachable } from '../../api/answers.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { ErrorNotice } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { EncodingChoice } from './EncodingChoice.tsx';
import { formatWords, summaryWords } from './words.ts';
import { countsOf, type ReportRow, silentIn } from './report.ts';
import { ReadingChoices } from './ReadingChoices.tsx';
import { RowList } from './RowList.tsx';
import { failure, file, importAll, isCurrent, report, retry, rows, startOver, work } from './state.ts';

/** What an import of the file would do, before anything is written. */
export function Review() {
  const name = file.value?.name ?? '';
  const made = report.value;
  return (
    <Card title={name === '' ? t('imports.pasted') : name} {...(made && { aside: formatWords(made.format) })}>
      <div class="settings-parts">
        <Summary />
        <ErrorNotice error={failure.value} {...(isPassing(failure.value) && { onRetry: retry })} />
        <EncodingChoice />
        {made !== undefined && <ReadingChoices report={made} />}
        <Actions />
        {made !== undefined && <RowList rows={rows.value} isDone={false} />}
      </div>
    </Card>
  );
}

const tooManyRequests = 429;

/** Whether the same may succeed later: the server is away or busy. */
function isPassing(error: unknown): boolean {
  return error instanceof ServerUnreachable || (error instanceof RequestRefused && error.status >= tooManyRequests);
}

/** The counts, for eyes and for screen readers; or that the page waits. */
function Summary() {
  const counts = countsOf(rows.value);
  return (
    <div class="import-summary" role="status">
      {work.value === undefined && report.value !== undefined && (
        <>
          <InWords rows={rows.value} isDone={false} />
          {counts.failed > 0 && <p>{t('imports.open', { count: counts.failed })}</p>}
          {rows.value.every(({ isLeftOut }) => isLeftOut !== 'added') && (
            <p class="muted">{t('imports.nothingWritten')}</p>
          )}
        </>
      )}
      {work.value === 'checking' && <Waiting text={t('imports.checking')} />}
      {work.value === 'importing' && <Waiting text={t('imports.importing', { count: rows.value.length })} />}
    </div>
  );
}

/** What becomes of the rows, and how many bring no reminders. */
export function InWords({ rows: some, isDone }: { readonly rows: readonly ReportRow[]; readonly isDone: boolean }) {
  const count = silentIn(some);
  return (
    <>
      <p>
        <strong>{summaryWords(some, isDone)}</strong>
      </p>
      {count > 0 && <p>{t('imports.silent', { count })}</p>}
    </>
  );
}

/** The server writes all rows in one step: nobody knows how far it is, and the bar does not pretend to. */
function Waiting({ text }: { readonly text: string }) {
  return (
    <p class="progress">
      <span>{text}</span>
      <progress aria-label={text} />
    </p>
  );
}

function Actions() {
  const { created, updated, failed } = countsOf(rows.value);
  const count = created + updated;

  return (
    <div class="settings-actions">
      {report.value !== undefined && (
        <Button
          // While something needs an answer, nothing invites to go on without it.
          kind={failed > 0 ? 'normal' : 'primary'}
          isBusy={work.value === 'importing'}
          disabled={!isCurrent.value || count === 0}
          onClick={() => void importAll()}
        >
          {count === 0 ? t('imports.import.nothing') : t('imports.import', { count })}
        </Button>
      )}
      <Button disabled={work.value === 'importing'} onClick={startOver}>
        {t('imports.otherFile')}
      </Button>
    </div>
  );
}
