import { anyDetails, anyPayment } from '../generator/details.ts';
import { anyChange, anyFields, bodyOf, draftBodyOf, type Json } from '../generator/fields.ts';
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
  '["a", "A"]',
  '["a", 1]',
  JSON.stringify(Array.from({ length: 21 }, String)),
  '"javascript:alert(1)"',
  '"https://user:secret@example.com"',
  '61',
  '1.5',
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

const otherFields = [
  'tags',
  'notes',
  'everyMonths',
  'anchorDay',
  'endsOn',
  'autoRenew',
  'dueOn',
  'paidOn',
  'reschedule',
];

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

const validBodies = {
  draft: (random: Random) => draftBodyOf(random, anyFields(random, today)),
  patch: (random: Random) => bodyOf(anyChange(random, today)),
  // Valid only if the period is custom, or everyMonths is null.
  details: (random: Random) => anyDetails(random, today, random() < 0.3),
  payment: (random: Random) => anyPayment(random, today),
  preferences: (random: Random) => ({ autoRenew: random() < 0.5 }),
  key: (random: Random) => ({
    name: 'made at random',
    scope: pick(random, ['read', 'write', 'admin']),
    ...(random() < 0.5 && { expiresAt: pick(random, [null, '9999-12-31T23:59:59Z', '2026-06-15T08:00:00+02:00']) }),
  }),
  // So few names that some are taken. Hashing passwords would take most of the time.
  user: (random: Random) => ({
    name: `user ${below(random, 60)}`,
    scope: pick(random, ['read', 'write']),
    ...(random() < 0.2 && { password: pick(random, [null, 'short']) }),
  }),
} satisfies Readonly<Record<string, (random: Random) => Json>>;

/** A kind of body. */
export type BodyKind = keyof typeof validBodies;

/** The kinds of bodies. */
export const bodyKinds = Object.keys(validBodies) as readonly BodyKind[];

/** The members of a valid body; half of its strings are extreme. */
function validMembers(random: Random, kind: BodyKind): Member[] {
  return Object.entries(validBodies[kind](random))
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
    [1, () => spoilt.push(member(pick(random, [...writableFields, ...otherFields]), hostileValue(random)))],
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
    [4, () => padded(bytes, pick(random, [65_535, 65_536, 65_537, 70_000]))],
  ])();
}

/** The bytes, padded with white space to a length. */
function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(length - bytes.length, 0), ' ')]);
}

/** A body of a kind: valid or not. */
export function anyBody(random: Random, kind: BodyKind, isSpoilt: boolean): Buffer {
  let members: readonly Member[] = validMembers(random, kind);
  if (isSpoilt) for (let times = 1 + below(random, 2); times > 0; times -= 1) members = spoilMembers(random, members);
  const bytes = Buffer.from(`{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`);
  return isSpoilt && random() < 0.25 ? spoilBytes(random, bytes) : bytes;
}
