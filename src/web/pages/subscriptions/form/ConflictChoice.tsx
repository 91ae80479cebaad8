import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../components/Button.tsx';
import { TableHead } from '../../../components/content.tsx';
import { formatDate } from '../../../format/format.ts';
import { isolated } from '../../../format/text.ts';
import { locale, t } from '../../../messages/messages.ts';
import { detailWords, isDetail } from '../../../subscriptions/detailFields.ts';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { statusWords, unitWords, words } from '../../../subscriptions/words.ts';
import { labelOf } from './faults.ts';
import { type Conflict, merge } from './conflicts.ts';
import { detailsIn, differingFields, type FormField, type FormValues, valuesOf } from './values.ts';

interface ConflictChoiceProps {
  /** The version that the form started from. */
  readonly base: Subscription;
  readonly conflict: Conflict;
  readonly mine: FormValues;
  /** Saves what the user typed over what is stored now; what was not touched stays as it is stored. */
  readonly onKeepMine: (merged: FormValues) => void;
  /** Leaves what is stored now. */
  readonly onTakeTheirs: () => void;
}

/** Shows, field by field, what the user typed and what somebody else has stored, and lets choose. */
export function ConflictChoice({
  base,
  conflict: { theirs, by },
  mine,
  onKeepMine,
  onTakeTheirs,
}: ConflictChoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const stored = valuesOf(theirs.record, locale.value);
  const before = valuesOf(base, locale.value);
  // What the user did not touch takes the stored value either way.
  const { values: merged } = merge(base, theirs.record, mine);
  const rows = differingFields(merged, stored);
  return (
    <section class="subs-conflict">
      <h3 ref={title} tabIndex={-1}>
        {by === undefined
          ? t('subscriptions.conflict.title')
          : t('subscriptions.conflict.title.by', { name: isolated(by) })}
      </h3>
      <p>{t('subscriptions.conflict.text')}</p>
      <table class="price-history">
        <TableHead
          columns={[
            t('subscriptions.conflict.field'),
            t('subscriptions.conflict.mine'),
            t('subscriptions.conflict.theirs'),
          ]}
        />
        <tbody>
          {(rows.length > 0 ? rows : differingFields(before, stored)).map((field) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>{valueWords(merged, field)}</td>
              <td>{valueWords(stored, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="settings-actions">
        <Button onClick={onTakeTheirs}>{t('subscriptions.conflict.takeTheirs')}</Button>
        <Button kind="primary" onClick={() => onKeepMine(merged)}>
          {t('subscriptions.conflict.keepMine')}
        </Button>
      </div>
    </section>
  );
}

function valueWords(values: FormValues, field: FormField): string {
  const value = values[field];
  if (value === '' || value === null) return t('subscriptions.conflict.none');
  if (isDetail(field)) return detailWords(field, detailsIn(values), words) ?? '';
  if (typeof value === 'boolean') return value ? t('subscriptions.conflict.yes') : t('subscriptions.conflict.no');
  if (field === 'status') return statusWords(values.status);
  if (field === 'unit') return unitWords(values.unit, 2);
  return field === 'lastPaymentDate' ? formatDate(values.lastPaymentDate) : String(value);
}
