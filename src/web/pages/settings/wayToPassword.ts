/**
 * How a user gets to a password: `offer` shows the form at once, `change` on request, and `newLink` says that it takes a new
 * sign-in link, because the service wants a present password that there is not.
 *
 * @param hasPassword undefined when the user may not see it
 * @param isFresh whether the user signed in with a code less than 15 minutes ago
 */
export function wayToPassword(hasPassword: boolean | undefined, isFresh: boolean): 'offer' | 'change' | 'newLink' {
  if (hasPassword === true) return 'change';
  if (isFresh) return 'offer';
  return hasPassword === false ? 'newLink' : 'change';
}
