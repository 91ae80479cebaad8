/** The texts of the page activity. */
export const activity = {
  title: 'Activity',
} as const;
