import { changeToKeep } from '../../modules/subscriptions/rules/notice.ts';
import { today } from '../api/session.ts';
import { showToast } from '../components/feedback.tsx';
import { formatDate } from '../format/format.ts';
import { t } from '../messages/messages.ts';
import { update } from './actions.ts';
import { loadVersion, type Version } from './api.ts';
import type { Details, DetailsPatch } from './fields.ts';
import type { DeadlineKind } from './marks.ts';
import { undoRequests } from './undo.ts';

/**
 * Notes that a subscription was cancelled with its provider and runs until a day. The days until which that had to be decided
 * are cleared. A toast tells of it, and undoes it.
 *
 * @throws {RequestRefused} 412 when somebody has changed the subscription since
 */
export async function endOn({ record, etag }: Version, endsOn: string): Promise<void> {
  const { id, name, details } = record;
  const decided = (['cancelBefore', 'trialEndsOn'] as const).filter((field) => details?.[field]);
  const cleared = Object.fromEntries(decided.map((field) => [field, null]));
  const requestId = await update({ action: 'update', id, details: { endsOn, ...cleared } }, etag);
  const text = t('subscriptions.cancel.done', { name, day: formatDate(endsOn) });
  showToast(text, () => undoRequests([requestId]));
}

/**
 * Keeps a subscription in spite of a deadline: for another term, after its trial, or although an end was noted. A toast tells
 * of it, and undoes it.
 *
 * @returns undoes it; undefined when the deadline was over already
 * @throws {RequestRefused} 412 when somebody has changed the subscription since
 */
export async function keep(id: string, kind: DeadlineKind): Promise<(() => void) | undefined> {
  const { record, etag } = await loadVersion(id);
  const details = record.details && changeToKeepFrom(kind, record.details, today.peek());
  if (details === undefined) {
    showToast(t('subscriptions.done.nothing'));
    return undefined;
  }
  const requestId = await update({ action: 'update', id, details }, etag);
  const text = t('overview.deadlines.kept', { name: record.name });
  return showToast(text, () => undoRequests([requestId]));
}

/** The change of the details after which a deadline is over; undefined when it is over already. */
function changeToKeepFrom(kind: DeadlineKind, details: Details, day: string): DetailsPatch | undefined {
  if (kind === 'notice') return changeToKeep(details, day);
  // Only leaving a subscription avoids a higher price.
  if (kind === 'price') return undefined;
  const field = kind === 'end' ? 'endsOn' : 'trialEndsOn';
  return details[field] === null ? undefined : { [field]: null };
}
