/** Words that several late pages use. */
export const common = {
  'household.done': 'The name of the household is saved',
  browser: 'Browser',
  'browser.on': '{browser} on {system}',
  'browser.onDevice': '{browser} on {system}',
  'browser.unknown': 'Unknown browser',
  asTable: 'Show as a table',
  'asTable.of': '{title} as a table',
  rights: 'Rights',
  own: 'your own',
  ownOf: 'of {name}',
  'password.set': 'Set a password',
  'people.add': 'Add a person',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  optional: 'optional',
} as const;

/** The texts of the search for anything. */
export const shell = {
  'shortcuts.select': 'Select the row with the focus',
  'palette.help': 'A subscription, a page or an action',
  'palette.found': { one: '{count} result', other: '{count} results' },
  'palette.page': 'Page',
  'palette.action': 'Action',
  'palette.theme': 'Theme: {name}',
  'ended.title': 'Sign in again',
  'ended.kept': 'Your session has ended. What you have typed is kept.',
  'shortcuts.close': 'Close a dialog or a menu',
  'shortcuts.off': 'Keys without Ctrl are turned off in the settings.',
} as const;
