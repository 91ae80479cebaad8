import { ApiError } from '../../core/http/errors/apiError.ts';
import { sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { ClientResult } from '../commands.ts';
import type { DeliveryState } from './rules/delivery.ts';
import { deliveryRecords } from './model.ts';

/** What is said of a retry of a delivery in this state, which has not failed. */
export const notFailed = (state: DeliveryState) => ({
  message: `The delivery has not failed: it is ${state}.`,
  suggestedFix:
    'Retry deliveries that failed, were skipped with channelOff or notDue, or are changes of the last 30 days that were skipped with missed.',
});

/** What to do when the channel of a delivery sends nothing. */
export const channelOffFix = 'Enable the channel of the delivery first.';

/** The error that says why a retry stored nothing. */
export function deliveryErrorOf(result: ClientResult): ApiError {
  const shared = sharedErrorOf(result, 'The delivery has');
  if (shared !== undefined) return shared;
  if (result.outcome === 'notFailed') return new ApiError('delivery_not_failed', notFailed(result.state));
  if (result.outcome === 'channelOff') return new ApiError('channel_disabled', { suggestedFix: channelOffFix });
  return deliveryRecords.notFound();
}
