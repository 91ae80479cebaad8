/** The texts of the page overview. */
export const overview = {
  title: 'Overview',
} as const;
