/** The most payments that a client records at once. The first view of the page needs this, and nothing else of the rules. */
export const renewalsAtOnceMax = 36;
