/** The texts of the page that signs in. */
export const signIn = {
  title: 'Sign in',
  submit: 'Sign in',
  key: 'API key',
  'key.help': 'The first start of the server wrote it into a file and said where.',
} as const;
