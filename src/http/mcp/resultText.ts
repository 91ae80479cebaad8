import { isMembers, type Members } from '../validation/fieldTypes.ts';

/**
 * A result as text, for models that see no structured content: a list becomes a table, a third as long as its JSON, and each
 * other member a line. A result without a list is short and stays JSON.
 *
 * @param bytesMax the limit on its length as a JSON string; above it, long cells are cut
 */
export function textOfResult(result: Members, bytesMax: number): string {
  if (!hasList(result)) return JSON.stringify(result);
  const whole = linesOf('', result, Infinity).join('\n');
  return JSON.stringify(whole).length <= bytesMax ? whole : linesOf('', result, cellLengthMin).join('\n');
}

// The length of an id, so that no id is cut.
const cellLengthMin = 36;

// Lists that are parts of one record, not lists of records.
const partsOfRecords = new Set(['warnings', 'tags']);

function hasList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return (
    isMembers(value) && Object.entries(value).some(([name, member]) => !partsOfRecords.has(name) && hasList(member))
  );
}

function linesOf(path: string, value: unknown, cellLength: number): readonly string[] {
  if (isMembers(value) && (path === '' || hasList(value))) {
    const members = Object.entries(value);
    return members.flatMap(([name, member]) => linesOf(path === '' ? name : `${path}.${name}`, member, cellLength));
  }
  if (!Array.isArray(value)) return [`${path}: ${inOneLine(textOf(value))}`];
  const records = value.filter(isMembers);
  if (records.length === 0 || records.length < value.length) return [`${path}: ${inOneLine(textOf(value))}`];
  if (records.every(hasList))
    return records.flatMap((record, index) => linesOf(`${path}[${index}]`, record, cellLength));
  return tableOf(path, records.map(flat), cellLength);
}

/** Records as lines: a heading with the values that all records share, the names of the columns, and a line per record. */
function tableOf(path: string, records: readonly Members[], cellLength: number): readonly string[] {
  const columns = Array.from(new Set(records.flatMap((record) => Object.keys(record))));
  const [first = {}] = records;
  const isSame = (column: string) => records.length > 1 && records.every((record) => record[column] === first[column]);
  const same = columns.filter(isSame).map((column) => `${column} ${quotedText(first[column])}`);
  const others = columns.filter((column) => !isSame(column));
  const heading = `${path} (${records.length})${same.length === 0 ? '' : `, all with ${same.join(', ')}`}:`;
  const rows = records.map((record) => others.map((column) => cellOf(record[column], cellLength)).join('|'));
  return [inOneLine(heading), others.join('|'), ...rows];
}

function cellOf(value: unknown, length: number): string {
  const text = textOf(value);
  const shown = text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
  return inOneLine(shown.replaceAll(/[\\|]/g, String.raw`\$&`));
}

// Names may contain these, and some programs break lines at them: a name must not look like a line of the result.
const lineSeparators = /[\u0085\u2028\u2029]/g;

function inOneLine(text: string): string {
  return text.replaceAll(lineSeparators, (separator) => {
    return `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

// Words without separators of the table, or an instant.
const plainWords = /^(?:[\p{L}\p{M}\p{N} .+_/&'-]*|[\d-]+T[\d:.]+Z)$/u;

/** A value for use inside a text, quoted where it could be taken for a part of the text. */
function quotedText(value: unknown): string {
  const text = textOf(value);
  return typeof value !== 'string' || plainWords.test(text) ? text : JSON.stringify(text);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A record with the members of its `data` moved up, and the change of an audit entry and its actor in words. */
function flat({ data, metadata, actor, ...record }: Members): Members {
  return {
    ...record,
    ...(actor !== undefined && { actor: actorWords(membersOf(actor)) }),
    ...(isMembers(metadata) && { change: changeOf(metadata) }),
    ...(isMembers(data) ? data : data !== undefined && { data }),
  };
}

/** Who made a change: `key phone`, `session alex` or `service`. */
function actorWords({ kind, name }: Members): string {
  return name === null ? textOf(kind) : `${textOf(kind)} ${quotedText(name)}`;
}

/** The change of an audit entry: `Netflix: amount 15.99 → 17.99`, or `Netflix: paid 2026-07-15, next 2026-08-15`. */
function changeOf({ before, after, details, renewal, reverts }: Members): string {
  const later = membersOf(after);
  const ofDetails = membersOf(details);
  const isRenewal = isMembers(renewal);
  const changes =
    before === undefined
      ? ['amount', 'currency', 'period', 'category'].map((name) => quotedText(later[name]))
      : [
          ...(isRenewal ? renewalWords(renewal) : []),
          ...changesOf(membersOf(before), later, isRenewal ? datesOfRenewal : []),
          ...changesOf(membersOf(ofDetails['before']), membersOf(ofDetails['after'])),
        ];
  return [
    `${quotedText(later['name'])}: ${changes.join(', ')}`,
    ...(reverts === undefined ? [] : [`reverts ${textOf(reverts)}`]),
  ].join('; ');
}

const datesOfRenewal = ['lastPaymentDate', 'nextPaymentDate'];

/** The payments of a renewal, or of its revert, and the due date after it. */
function renewalWords({ dueOn, paidOn, steps = 1, skipped = 0, nextPaymentDate }: Members): readonly string[] {
  const { before, after } = membersOf(nextPaymentDate);
  const due = dueOn === paidOn ? '' : ` (due ${textOf(dueOn)})`;
  const payments = steps === 1 ? '' : `${textOf(steps)} payments, the last `;
  const paid = `${payments}paid ${textOf(paidOn)}${due}`;
  return [
    ...(paidOn === null ? [] : [textOf(after) < textOf(before) ? `no longer ${paid}` : paid]),
    ...(skipped === 0 ? [] : [`skipped ${textOf(skipped)}`]),
    `next ${textOf(after)}`,
  ];
}

function changesOf(earlier: Members, later: Members, told: readonly string[] = []): readonly string[] {
  const changed = Object.keys({ ...earlier, ...later }).filter(
    (name) => name !== 'updatedAt' && !told.includes(name) && !Bun.deepEquals(earlier[name], later[name]),
  );
  return changed.map((name) => `${name} ${orNone(earlier[name])} → ${orNone(later[name])}`);
}

function orNone(value: unknown): string {
  return quotedText(value) || 'none';
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}
