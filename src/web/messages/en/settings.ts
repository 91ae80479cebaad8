/** The texts of the page settings. */
export const settings = {
  title: 'Settings',
} as const;
