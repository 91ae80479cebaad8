/** The errors of exchange rates, for the catalogue. */
export const ratesErrors = {
  rates_not_found: {
    status: 404,
    message: 'There are no exchange rates.',
    when: 'The owner of the key has set no exchange rates.',
  },
  no_rates: {
    status: 409,
    message: 'There are no exchange rates.',
    when: 'Totals in one currency were asked for, and the owner has set no exchange rates, or none of this currency.',
  },
} as const;
