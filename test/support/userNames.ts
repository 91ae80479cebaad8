import * as fc from 'fast-check';

// Letters whose case, width or composition is peculiar, and marks that compose with some of them.
const letters = Array.from('aAiIıİßẞsSſςσΣκϗKkÅåÅǰJΩωΩªⓐａＡᵃаÀà');
const marks = Array.from('\u0300\u0307\u030a\u030c');

/** Short names out of few letters, so that pairs of one name and of names that look alike occur. */
export const peculiarNames = fc.string({
  unit: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...letters) }, fc.constantFrom(...marks)),
  minLength: 1,
  maxLength: 3,
});

/**
 * Whether two names are equal but for composition and case: also those of which only the capitals are equal. The final sigma is the
 * small letter of a sigma as the ordinary one is.
 */
export function areOneName(one: string, other: string): boolean {
  const forms = (name: string) => {
    const composed = name.normalize('NFC');
    return [composed.toLowerCase().replaceAll('ς', 'σ'), composed.toUpperCase()].map((form) => form.normalize('NFC'));
  };
  const others = forms(other);
  return forms(one).some((form, place) => form === others[place]);
}
