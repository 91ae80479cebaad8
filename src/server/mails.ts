import { areAllowedRecipients } from '../modules/channels/rules/settingFields.ts';
import type { SendResult } from '../core/outgoing/message.ts';
import type { OpenChannel } from '../modules/channels/rules/openChannel.ts';
import { createRateLimiter } from '../core/http/pipeline/rateLimiter.ts';
import type { Clock } from '../core/runtime/system.ts';

/** The most mails of an owner in 24 hours, tests included. */
const dailyLimit = { limit: 100, windowSeconds: 24 * 3600, keysMax: 100_000 };

/**
 * Keeps the mails of owners within bounds, so that nobody uses the mail server of the operator as a relay, and counts them.
 *
 * @param domains of recipients; with none, all are allowed
 */
export function boundMails(clock: Clock, domains: readonly string[]) {
  const daily = createRateLimiter(dailyLimit, clock);
  const counts = { sent: 0, failed: 0, refused: 0 };

  function refused(result: Pick<SendResult & { outcome: 'failed' }, 'reason' | 'isPermanent' | 'retryAfterSeconds'>) {
    counts.refused += 1;
    return { outcome: 'failed', ...result } as const;
  }

  return {
    /** The mails since the start. */
    counts: (): Readonly<typeof counts> => counts,

    /** Sends a message, unless it is a mail beyond the bounds. */
    async send({ type, ownerId, settings }: OpenChannel, deliver: () => Promise<SendResult>): Promise<SendResult> {
      if (type !== 'email') return deliver();
      if (!areAllowedRecipients(settings['to'] ?? '', domains))
        return refused({ reason: 'notAllowed', isPermanent: true });
      const state = daily.count(ownerId);
      const { retryAfterSeconds } = state;
      if (!state.allowed) return refused({ reason: 'mailLimit', isPermanent: false, retryAfterSeconds });
      const result = await deliver();
      // A mail that took too long is often delivered all the same; any other failure has reached nobody.
      if (result.outcome === 'failed' && result.reason !== 'timeout') daily.giveBack(state);
      counts[result.outcome] += 1;
      return result;
    },
  };
}
