import { codePointLength } from '../../domain/text/text.ts';
import { canBePassword, passwordLength } from '../../domain/users/user.ts';
import { define } from './fieldTypes.ts';

const { min, max } = passwordLength;

/** A new password. Its faults never repeat it. */
export const Password = define<string>(
  'Password',
  { type: 'string', format: 'password', minLength: min, maxLength: max },
  {
    check: (value) => typeof value === 'string' && canBePassword(value),
    rule: () => `a string of ${min} to ${max} characters, without control characters`,
    fix(value) {
      if (typeof value === 'string' && codePointLength(value) > max)
        return `Choose a password of at most ${max} characters.`;
      if (typeof value === 'string' && codePointLength(value) >= min)
        return 'Choose a password without control characters.';
      return `Choose a password of at least ${min} characters, such as several words.`;
    },
  },
);

// Longer than each key, code, name and password that can be right, so that nothing longer is compared.
const secretLengthMax = 1000;

/** A secret to compare with a stored one, or the name beside it. Its faults never repeat it. */
export const Secret = define<string>(
  'Secret',
  { type: 'string', minLength: 1, maxLength: secretLengthMax },
  {
    check: (value) => typeof value === 'string' && value !== '' && value.length <= secretLengthMax,
    rule: () => `a string of 1 to ${secretLengthMax} characters`,
    fix: () => `Send a string in quotes, of at most ${secretLengthMax} characters.`,
  },
);
