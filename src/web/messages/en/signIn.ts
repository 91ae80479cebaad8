/** The texts of the page that signs in. */
export const signIn = {
  title: 'Sign in',
  submit: 'Sign in',
  method: 'Sign in with',
  'method.code': 'Code',
  user: 'User name',
  password: 'Password',
  code: 'Sign-in code',
  'code.help': 'It works once, for 15 minutes. A whole sign-in link works here, too.',
  key: 'API key',
  'key.help': 'The first start of the server wrote one into a file and said where.',
  proxy: 'Go on as the user of the proxy',
  'link.failed': 'This link does not work any more.',
  'link.new': 'A link works once, for 15 minutes. Get a new one, or sign in with a password.',
  noWay: 'No password yet?',
  'noWay.command': 'Run this on the server. It prints a link that signs in:',
  'noWay.household': 'Someone in your household with the scope admin can also make a link for you, in the settings.',
} as const;
