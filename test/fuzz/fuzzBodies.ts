import { anyChange, anyFields, bodyOf, draftBodyOf } from '../generator/fields.ts';
import { writableFields } from '../support/expectations.ts';
import { below, pick, pickWeighted, type Random } from '../generator/random.ts';

/** The members of a JSON object as text, which can also be invalid JSON. */
type Member = readonly [name: string, value: string];

/** The day around which dates are generated. */
export const today = '2026-06-15';

// Valid names and categories that are more extreme than those of the generator.
const labels = [
  'Netflix',
  'netflix',
  '  Spotify ',
  'Straße',
  'ΣΊΣΥΦΟΣ',
  '日本経済新聞',
  '👩‍👩‍👧 family',
  'İstanbul',
  '%_"\\\'',
  '\u200fאבג',
  '🎉'.repeat(120),
  'e\u0301'.repeat(60),
  "'; DROP TABLE subscriptions; --",
  '{{7*7}}${7*7}<script>',
  '\u00a0x\u3000',
  '\ufeffbom',
  'ﷺ'.repeat(80),
];

/** Values that are almost valid for a field, or valid for none. */
const hostileValues = [
  'null',
  'true',
  'false',
  '{}',
  '[]',
  '[null]',
  '{"toString":1}',
  '{"__proto__":{"status":"active"}}',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u007f"',
  '"\\r\\nset-cookie: a=b"',
  JSON.stringify('x'.repeat(121)),
  JSON.stringify('🎉'.repeat(121)),
  JSON.stringify('y'.repeat(60_000)),
  '0',
  '-0',
  '-1',
  '-0.01',
  '1e400',
  '-1e400',
  '1e-400',
  '1e-7',
  '0.1e1',
  '19.999',
  '1.005',
  '0.30000000000000004',
  '999999.99',
  '999999.991',
  '1000000',
  '9007199254740993',
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
  '"19.99"',
  '"NaN"',
  '"2026-02-30"',
  '"2026-13-01"',
  '"0000-00-00"',
  '"2026-6-1"',
  '"10000-01-01"',
  '"-000001-01-01"',
  '"2026-06-15T00:00:00Z"',
  '"9999-11-30"',
  '"9999-12-31"',
  '"0001-01-01"',
  '"9999-12-01"',
  '"0"',
  '"01"',
  '"+1"',
  '"2000000"',
  `"${'9'.repeat(18)}"`,
  '"1e3"',
  '"1.0"',
  '"３０"',
  `"${'9'.repeat(309)}"`,
  '"MONTHLY"',
  '"weekly"',
  '"usd"',
  '"BTC"',
  '"deleted"',
  '"constructor"',
  '"__proto__"',
];

/** Texts that are not JSON, in the place of a value. */
const brokenValues = ['NaN', 'Infinity', 'undefined', '00', '1.', '.5', '0x10', "'x'", '"\t"', '"\\x"', '"\\u12"', ''];

const foreignNames = [
  'id',
  'nextPaymentDate',
  'createdAt',
  'updatedAt',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'ownerId',
  'Name',
  'notificationsEnabled',
  'price',
  '',
  ' ',
  '\u0000',
  'x'.repeat(5000),
];

function member(name: string, value: string): Member {
  return [JSON.stringify(name), value];
}

/** The kinds of bodies of one object. */
export type ObjectKind = 'draft' | 'patch' | 'details' | 'renewal' | 'preferences';

/** The members of a valid body that records a payment: some of them, and sometimes none. */
function paymentMembers(random: Random): Member[] {
  const day = () =>
    JSON.stringify(`${pick(random, ['1999', '2026'])}-0${1 + below(random, 9)}-${10 + below(random, 18)}`);
  return [
    member('dueOn', day()),
    member('paidOn', random() < 0.5 ? JSON.stringify(today) : day()),
    member('amount', String(below(random, 99_999) / 100)),
    member('reschedule', String(random() < 0.5)),
  ].filter(() => random() < 0.25);
}

/** Some details, each with a value that is often valid. */
function someDetails(random: Random): Member[] {
  const day = () => pick(random, [today, '9999-12-31', '2024-02-29']);
  const label = () => pick(random, labels).trim().slice(0, 40).toWellFormed();
  const values: Readonly<Record<string, () => unknown>> = {
    notes: () => pick(random, [label(), 'two\nlines']),
    url: () => pick(random, ['https://example.com/', 'HTTP://[::1]:8080/a?b#c']),
    paymentMethod: label,
    tags: () =>
      Array.from({ length: below(random, 4) }, (_, index) => `${index} ${label()}`.slice(0, 40).toWellFormed()),
    trialEndsOn: day,
    endsOn: day,
    cancelBefore: day,
    anchorDay: () => 1 + below(random, 31),
    autoRenew: () => random() < 0.5,
    everyMonths: () => 2 + below(random, 59),
  };
  const names = Object.keys(values).filter(() => random() < 0.3);
  return names.map((name) => member(name, JSON.stringify(random() < 0.2 ? null : values[name]?.())));
}

/** The members of a valid body; half of its strings are extreme. */
function validMembers(random: Random, kind: ObjectKind): Member[] {
  if (kind === 'renewal') return paymentMembers(random);
  if (kind === 'preferences') return [member('autoRenew', String(random() < 0.5))];
  if (kind === 'details') return someDetails(random);
  const body = kind === 'draft' ? draftBodyOf(random, anyFields(random, today)) : bodyOf(anyChange(random, today));
  return Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isLabel = (name === 'name' || name === 'category') && random() < 0.5;
      return member(name, JSON.stringify(isLabel ? pick(random, labels).slice(0, 80).toWellFormed() : value));
    });
}

function deep(random: Random): string {
  const depth = pick(random, [10, 1000, 5000, 15_000]);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const levels = Math.min(depth, Math.floor(60_000 / (open.length + close.length)));
  const isClosed = random() < 0.7;
  return `${open.repeat(levels)}1${isClosed ? close.repeat(levels) : ''}`;
}

function hostileValue(random: Random): string {
  return pickWeighted<(random: Random) => string>(random, [
    [10, () => pick(random, hostileValues)],
    [2, () => pick(random, brokenValues)],
    [0.3, deep],
    [2, () => pick(random, validMembers(random, 'draft'))[1]],
    [1, () => JSON.stringify(anyText(random, 40))],
    [1, () => String((random() - 0.5) * 10 ** (below(random, 40) - 20))],
  ])(random);
}

/** Any characters, including control characters and lone surrogates. */
export function anyText(random: Random, lengthMax: number): string {
  const ranges = [0x20, 0x7f, 0x100, 0x3000, 0x10000];
  const codes = Array.from({ length: below(random, lengthMax + 1) }, () => below(random, pick(random, ranges)));
  return String.fromCharCode(...codes);
}

function spoilMembers(random: Random, members: readonly Member[]): Member[] {
  const spoilt = [...members];
  const place = below(random, spoilt.length);
  const [name = '""', value = '0'] = spoilt[place] ?? [];
  pickWeighted<() => void>(random, [
    [6, () => (spoilt[place] = [name, hostileValue(random)])],
    [2, () => spoilt.splice(place, 1)],
    [2, () => spoilt.push(member(pick(random, foreignNames), hostileValue(random)))],
    [2, () => spoilt.push([name, hostileValue(random)])],
    [1, () => spoilt.unshift([name, value])],
    [1, () => spoilt.push(member(pick(random, writableFields), hostileValue(random)))],
    [0.5, () => spoilt.push([JSON.stringify(anyText(random, 12)), hostileValue(random)])],
    [0.3, () => spoilt.push(['unquoted', value])],
  ])();
  return spoilt;
}

const invalidUtf8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]];

/** Bytes that are not a JSON text. */
function spoilBytes(random: Random, bytes: Buffer): Buffer {
  const place = below(random, bytes.length + 1);
  const insert = (...inserted: Buffer[]) =>
    Buffer.concat([bytes.subarray(0, place), ...inserted, bytes.subarray(place)]);
  return pickWeighted<() => Buffer>(random, [
    [3, () => bytes.subarray(0, place)],
    [3, () => insert(Buffer.from(pick(random, invalidUtf8)))],
    [2, () => insert(Buffer.from([below(random, 256)]))],
    [1, () => Buffer.concat([Buffer.from('\ufeff'), bytes])],
    [1, () => Buffer.from(bytes.toString('utf8'), 'utf16le')],
    [1, () => Buffer.concat([bytes, Buffer.from(pick(random, [',', '}', 'null', '\0', bytes.toString()]))])],
    [1, () => Buffer.from(`[${bytes.toString()}]`)],
    [1, () => Buffer.from(pick(random, ['', ' ', '\n', 'null', '1', '"x"', '[]', 'true', '{', '\0']))],
    [1, () => Buffer.from(Array.from({ length: below(random, 60) }, () => below(random, 256)))],
    [0.2, () => Buffer.from(deep(random))],
    [2, () => padded(bytes, pick(random, [65_535, 65_536, 65_537, 70_000]))],
  ])();
}

/** The bytes, padded with white space to a length. */
function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(length - bytes.length, 0), ' ')]);
}

/** A body for a creation or a change: valid or not. */
export function anyBody(random: Random, kind: ObjectKind, isSpoilt: boolean): Buffer {
  let members: readonly Member[] = validMembers(random, kind);
  if (isSpoilt) for (let times = 1 + below(random, 2); times > 0; times -= 1) members = spoilMembers(random, members);
  const bytes = Buffer.from(`{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`);
  return isSpoilt && random() < 0.25 ? spoilBytes(random, bytes) : bytes;
}
