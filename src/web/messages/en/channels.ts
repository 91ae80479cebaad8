/** What is done to channels. */
export const channel = {
  create: 'Channel {name} created',
  update: 'Channel {name} changed',
  delete: 'Channel {name} deleted',
} as const;
