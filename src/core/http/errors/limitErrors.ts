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
