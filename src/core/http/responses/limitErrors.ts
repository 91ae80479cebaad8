import type { Limited, LimitReached } from '../../writer/roomForOwners.ts';
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

/** The errors of limits on what an owner may have, for the catalogue. */
export const limitErrors = {
  too_many_subscriptions: {
    status: 409,
    message: 'There are as many subscriptions as the server allows.',
    when: 'The write would give the owner more subscriptions than `--subscriptions-per-owner` allows. Nothing was changed.',
  },
  too_many_payments: {
    status: 409,
    message: 'There are as many payments as the server allows.',
    when: 'The write would give the owner more payments than `--payments-per-owner` allows. Nothing was changed.',
  },
  too_many_entries: {
    status: 409,
    message: 'The audit trail is as long as the server allows.',
    when: 'The write would give the owner more audit entries than `--audit-entries-per-owner` allows. Deletions are possible. Nothing was changed.',
  },
  too_many_reminders: {
    status: 409,
    message: 'There are 30 rules of reminders, and no more are possible.',
    when: 'The write would give the owner more than 30 rules of reminders, or more than 60 lead times in all rules. Nothing was changed.',
  },
  too_many_channels: {
    status: 409,
    message: 'There are 20 channels, and no more are possible.',
    when: 'A channel was to be created, and the owner has 20. Nothing was changed.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'Five channels get changes, and no more are possible.',
    when: 'A channel was to get changes (setting `events`), and five others of the owner do. Nothing was changed.',
  },
  too_many_recipients: {
    status: 409,
    message: 'Mails go to at most 20 addresses.',
    when: 'All channels of type `email` together would have more than 20 different addresses. Nothing was changed.',
  },
} as const;
