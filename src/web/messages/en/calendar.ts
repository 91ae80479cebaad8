/** The texts of the page calendar. */
export const calendar = {
  title: 'Calendar',
} as const;
