import type { TSchema } from '@sinclair/typebox';
import { codePointLength, foldCase, isCleanMultilineText, isCleanName, isCleanText } from '../../domain/text/text.ts';
import { canBePassword, passwordLength } from '../../domain/users/user.ts';
import { quotedName } from '../suggestions/fields.ts';
import { define, fixFor, isLabel, Label } from './fieldTypes.ts';

const removeControls = 'Remove the control characters and the broken characters from the text.';

/** A label that lists and logs show: also without C1 controls, separators of lines, and controls of the writing direction. */
export const Name = define<string>(
  'Name',
  { type: 'string', minLength: 1 },
  {
    check: (value, { maxLength }) => isName(value, maxLength),
    rule: ({ maxLength }) =>
      `a string of 1 to ${maxLength} characters, not blank, well-formed, without control characters and without controls of the writing direction`,
    fix: (value, { maxLength, examples }) =>
      isLabel(value, maxLength) && !isCleanName(value)
        ? 'Remove the characters that control how text is shown, such as U+202E.'
        : fixFor(Label({ maxLength, examples }), value),
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
    fix(value, schema) {
      if (typeof value !== 'string') return `Send a string in quotes${example(schema)}.`;
      if (value === '') return isNullable(schema) ? 'Send null to clear it.' : 'Send at least one character.';
      if (!isCleanMultilineText(value)) return removeControls;
      return `Shorten the text to at most ${schema['maxLength']} characters.`;
    },
  },
);

function example({ examples }: TSchema): string {
  const [first]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return first === undefined ? '' : `, such as ${JSON.stringify(first)}`;
}

/** The address of a web page: http or https, without a user name and password. */
export const WebAddress = define<string>(
  'WebAddress',
  {
    type: 'string',
    maxLength: 2000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\@/?#]+([/?#][^\\s\\\\]*)?$',
  },
  {
    check: isWebAddress,
    rule: ({ maxLength }) =>
      `an address that begins with https:// or http://, of at most ${maxLength} characters, without spaces, backslashes, a user name or a password`,
    fix(value, schema) {
      if (typeof value !== 'string') return 'Send the address in quotes, such as "https://example.com/account".';
      if (value === '' && isNullable(schema)) return 'Send null to clear it.';
      if (codePointLength(value) > schema['maxLength']) {
        return `Send an address of at most ${schema['maxLength']} characters.`;
      }
      // An address with a password is not repeated.
      if (/^[^/?#]*:\/\/[^/?#]*@/.test(value)) return 'Remove the user name and the password from the address.';
      const meant = addressMeant(value.trim(), schema);
      return meant === undefined
        ? 'Send the complete address, such as "https://example.com/account".'
        : `Send ${JSON.stringify(meant)}.`;
    },
  },
);

/** A short address that was sent with spaces around it or without its scheme. */
function addressMeant(text: string, schema: TSchema): string | undefined {
  const shownMax = 200;
  const isHostFirst = /^[^\s/]+\.[^\s/]+/.test(text) && !text.includes('://');
  const address = isHostFirst ? `https://${text}` : text;
  return address.length <= shownMax && isWebAddress(address, schema) ? address : undefined;
}

// Without a backslash, and without @ before the path: other programs may take another host than a browser does.
const addressForm = /^https?:\/\/[^\s\\@/?#]+([/?#][^\s\\]*)?$/i;

function isWebAddress(value: unknown, { maxLength }: TSchema): boolean {
  if (typeof value !== 'string' || !isCleanText(value) || !addressForm.test(value)) return false;
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
    fix(value, schema) {
      const { maxItems, items, examples = [['streaming', 'family']] } = schema;
      const labels = typeof value === 'string' ? value.split(',').map((label) => label.trim()) : [];
      if (labels.length > 0 && labels.length <= maxItems && faultyLabel(labels, schema) < 0)
        return `Send a list: ${JSON.stringify(labels)}.`;
      if (!Array.isArray(value)) return `Send a list of strings, such as ${JSON.stringify(examples[0])}.`;
      if (value.length > maxItems) return `Send at most ${maxItems} of them.`;
      return fixForLabel(value[faultyLabel(value, schema)], items.maxLength);
    },
  },
);

/** The schema of one label of a {@link LabelList}. */
export function labelItems(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength };
}

function fixForLabel(label: unknown, lengthMax: number): string {
  if (typeof label !== 'string') return 'Send each of them as a string in quotes.';
  if (label.trim() === '') return 'Remove the blank one from the list.';
  if (!isCleanText(label)) return removeControls;
  return isLabel(label, lengthMax)
    ? `Remove ${quotedName(label)}, which repeats another one of the list; case makes no difference.`
    : `Shorten ${quotedName(label)} to at most ${lengthMax} characters.`;
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

function isNullable({ type }: TSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

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
