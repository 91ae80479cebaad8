/** The texts of the page that signs in. */
export const signIn = {
  title: 'Sign in',
  method: 'Sign in with',
  'method.code': 'Code',
  user: 'User name',
  code: 'Sign-in code',
  'code.help': 'Usable once, within 15 minutes. You can also paste a whole sign-in link.',
  'key.help': 'The first start of the server wrote one into a file and said where.',
  proxy: 'Go on as the user of the proxy',
  'link.new': 'A link is usable once, and for a limited time. Ask for a new one, or sign in with a password.',
  'link.question': 'Sign in with this link?',
  'link.now': 'You are signed in as {user} ({household}). The link signs you out here.',
  'link.now.unnamed': 'Somebody is signed in here. The link signs them out.',
  'link.other': 'It may be the link of another person. Only a link that was used shows whose it is.',
  'link.use': 'Sign in with the link',
  'link.stay': 'Stay signed in',
  signedOut: 'You were signed out. Sign in again, or ask for a new link.',
  noWay: 'No password yet?',
  'noWay.household':
    'Ask somebody with the right Manage in your household for an invitation: Settings → People → Invite. It is a link that signs you in.',
  'noWay.operator': 'If you run this server yourself, see “If you are locked out” in its documentation.',
} as const;
