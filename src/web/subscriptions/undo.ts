import { Explained, RequestRefused } from '../api/answers.ts';
import { api, asOneWrite, bodyOf } from '../api/client.ts';
import { messageOf } from '../components/feedback.tsx';
import { shortListWords } from '../format/format.ts';
import { t } from '../messages/messages.ts';

/**
 * Undoes the update that an audit entry records.
 *
 * @throws {RequestRefused} 409 when a later write changed what it would restore
 */
export async function revertEntry(id: string): Promise<void> {
  await bodyOf(api.POST('/api/v1/audit/{id}/revert', { params: { path: { id } } }));
}

/**
 * Undoes what requests did, the newest first: all that a request changed, or nothing of it. The first refusal ends it.
 *
 * @param count how many records they changed
 * @throws {RequestRefused} 409 when a later write changed what it would restore; for several records, as {@link stoppedBy} says it
 */
export function undoRequests(requestIds: readonly string[], count = 1): Promise<void> {
  return asOneWrite(async () => {
    let changed = 0;
    for (const id of requestIds.toReversed()) {
      try {
        const { data } = await bodyOf(api.POST('/api/v1/requests/{id}/revert', { params: { path: { id } } }));
        changed += data.reverted;
      } catch (error) {
        const records = error instanceof RequestRefused ? (error.problem.changed ?? []) : [];
        throw stoppedBy(error, { names: records.flatMap(({ name }) => name ?? []), changed, count });
      }
    }
  });
}

/** How far a change of several records came, and the names of those because of which it ended. */
interface Stop {
  readonly names: readonly string[];
  readonly changed: number;
  readonly count: number;
}

/** Says how far a change of several records came, and why not further. */
type SayHowFar = (how: { readonly changed: number; readonly count: number; readonly cause: string }) => string;

const sayChanged: SayHowFar = (how) => t('subscriptions.bulk.stopped', how);

/** The error of a change of several records that ended: the refusal itself for one, and where nothing is to be added. */
export function stoppedBy(error: unknown, { names: refused, changed, count }: Stop, say = sayChanged): unknown {
  if (count === 1) return error;
  const reason = messageOf(error);
  const names = shortListWords(Array.from(new Set(refused)));
  if (changed === 0) return names === '' ? error : new Explained(t('subscriptions.bulk.refused', { names, reason }));
  const cause = names === '' ? reason : t('subscriptions.bulk.because', { names, reason });
  return new Explained(say({ changed, count, cause }));
}
