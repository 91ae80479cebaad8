import type { Limited, LimitReached } from '../../writer/ownerLimits.ts';
import { ApiError } from '../errors/apiError.ts';

const words = {
  subscriptions: {
    code: 'too_many_subscriptions',
    one: 'subscription',
    many: 'subscriptions',
    setting: '--subscriptions-per-owner',
  },
  payments: { code: 'too_many_payments', one: 'payment', many: 'payments', setting: '--payments-per-owner' },
  auditEntries: {
    code: 'too_many_entries',
    one: 'audit entry',
    many: 'audit entries',
    setting: '--audit-entries-per-owner',
  },
} as const satisfies Readonly<Record<Limited, object>>;

const giveMore = { client: 'Ask the operator for a higher', operator: 'Give a higher' };

/** What a client or the operator can do when an owner has as many of something as the server allows. */
export function limitFix(limited: Limited, who: keyof typeof giveMore = 'client'): string {
  return `${giveMore[who]} ${words[limited].setting}, or delete subscriptions.`;
}

/** Says that a limit is reached: what there is, and how many more are possible, such as `There are 5 payments, and the limit is 5.` */
export function limitMessage({ limited, limit, count, added }: LimitReached): string {
  const { one, many } = words[limited];
  const has = `${count === 1 ? `There is 1 ${one}` : `There are ${count} ${many}`}, and the limit is ${limit}`;
  const left = limit - count;
  return left <= 0 ? `${has}.` : `${has}: ${left} more ${left === 1 ? 'is' : 'are'} possible, not ${added}.`;
}

/** The error for a write that would give its owner more than the server allows. */
export function limitReached(result: LimitReached): ApiError {
  const { limited } = result;
  return new ApiError(words[limited].code, { message: limitMessage(result), suggestedFix: limitFix(limited) });
}
