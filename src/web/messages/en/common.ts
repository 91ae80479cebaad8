/** The texts of what every page says. */
export const common = {
  product: 'Duebook',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  retry: 'Try again',
  reload: 'Load the page again',
  loading: 'Loading …',
  copy: 'Copy',
  copied: 'Copied',
  'copy.byHand': 'Selected: copy it with Ctrl+C',
  optional: 'optional',
  'error.title': 'That did not work',
  'error.unreachable': 'The server does not answer.',
  'error.unexpected': 'Something in this page is broken: {details}',
  'date.overdue': { one: '{count} day overdue', other: '{count} days overdue' },
} as const;
