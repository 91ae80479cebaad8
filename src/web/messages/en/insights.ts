/** The texts of the page insights. */
export const insights = {
  title: 'Insights',
} as const;
