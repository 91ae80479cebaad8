import type { TSchema } from '@sinclair/typebox';
import { codePointLength, foldCase, isCleanMultilineText, isCleanName, isCleanText } from '../text/text.ts';
import { canBePassword, passwordLength } from '../access/user.ts';
import { define } from './define.ts';
import { isLabel, trimmed } from './fieldTypes.ts';

/** A label that lists and logs show: also without C1 controls, separators of lines, and controls of the writing direction. */
export const Name = define<string>(
  'Name',
  { type: 'string', minLength: 1 },
  {
    check: (value, { maxLength }) => isName(value, maxLength),
    rule: ({ maxLength }) =>
      `a string of 1 to ${maxLength} characters, not blank, well-formed, without control characters and without controls of the writing direction`,
    stored: trimmed,
  },
);

/** Whether a value is a valid name of at most `lengthMax` code points. */
export function isName(value: unknown, lengthMax: number): value is string {
  return isLabel(value, lengthMax) && isCleanName(value);
}

/** A text of 1 to `maxLength` code points, with several lines and tabs, but no other control characters. Not trimmed. */
export const MultilineText = define<string>(
  'MultilineText',
  { type: 'string', minLength: 1 },
  {
    check: (value, { maxLength }) =>
      typeof value === 'string' && value !== '' && isCleanMultilineText(value) && codePointLength(value) <= maxLength,
    rule: ({ maxLength }) =>
      `a string of 1 to ${maxLength} characters, well-formed and without control characters except line breaks and tabs`,
  },
);

// Without a backslash, and without @ before the path: other programs may take another host than a browser does.
const addressForm = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\@/?#]+([/?#][^\\s\\\\]*)?$';
const addressPattern = new RegExp(addressForm);

/** The address of a web page: http or https, without a user name and password. */
export const WebAddress = define<string>(
  'WebAddress',
  { type: 'string', maxLength: 2000, pattern: addressForm },
  {
    check: isWebAddress,
    rule: ({ maxLength }) =>
      `an address that begins with https:// or http://, of at most ${maxLength} characters, without spaces, backslashes, a user name or a password`,
  },
);

function isWebAddress(value: unknown, { maxLength }: TSchema): boolean {
  if (typeof value !== 'string' || !isCleanText(value) || !addressPattern.test(value)) return false;
  if (codePointLength(value) > maxLength) return false;
  return URL.canParse(value);
}

/**
 * A list of at most `maxItems` labels, each as a `Label` of at most `maxLength` code points of its items. No two labels are
 * equal without regard to case. The schema needs `items`, from {@link labelItems}.
 */
export const LabelList = define<readonly string[]>(
  'LabelList',
  { type: 'array', uniqueItems: true },
  {
    check: (value, schema) =>
      Array.isArray(value) && value.length <= schema['maxItems'] && faultyLabel(value, schema) < 0,
    rule: ({ maxItems, items }) =>
      `a list of at most ${maxItems} different strings of 1 to ${items.maxLength} characters, not blank, well-formed and without control characters`,
    stored: (labels: readonly string[]) => labels.map(trimmed),
  },
);

/** The schema of one label of a {@link LabelList}. */
export function labelItems(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength };
}

/** The position of the first label that is not valid or repeats an earlier one; -1 without one. */
function faultyLabel(labels: readonly unknown[], { items }: TSchema): number {
  const known = new Set<string>();
  return labels.findIndex((label) => {
    if (!isLabel(label, items.maxLength)) return true;
    const folded = foldCase(label.trim());
    if (known.has(folded)) return true;
    known.add(folded);
    return false;
  });
}

const { min, max } = passwordLength;

/** A new password. Its faults never repeat it. */
export const Password = define<string>(
  'Password',
  { type: 'string', format: 'password', minLength: min, maxLength: max },
  {
    check: (value) => typeof value === 'string' && canBePassword(value),
    rule: () => `a string of ${min} to ${max} characters, without control characters`,
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
  },
);
