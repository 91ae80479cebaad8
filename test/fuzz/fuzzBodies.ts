import { bodyFields, type Schema } from '../generator/api.ts';
import { below, pick, pickWeighted, type Random } from '../generator/random.ts';
import { anyValue, tooLong, wrongValues, type About } from '../generator/values.ts';

/** A JSON value whose parts can also be text that is no JSON, and whose names can occur twice. The members of a list have no names. */
type Tree = string | { readonly isList: boolean; readonly members: Member[] };

/** The text of a name, its value, and the schema of that value. */
type Member = readonly [name: string, value: Tree, schema: Schema];

/** Values that are almost valid for some field, or valid for none. */
const hostileValues = [
  ...'null true false {} [] [null] {"toString":1} {"__proto__":{"status":"active"}} "" " " "\\u0000" "a\\u0000b"'.split(
    ' ',
  ),
  ...'"\\ud800" "\\udfff\\ud800" "\\u007f" "\\r\\nset-cookie:a=b" "19.99" "NaN" ["a","A"] ["a",1]'.split(' '),
  ...'0 -0 -1 -0.01 1e400 -1e400 1e-400 1e-7 0.1e1 19.999 1.005 0.30000000000000004 999999.99 999999.991'.split(' '),
  ...'1000000 9007199254740993 61 1.5 "0" "01" "+1" "2000000" "1e3" "1.0" "３０" "constructor" "__proto__"'.split(' '),
  ...'"2026-02-30" "2026-13-01" "0000-00-00" "2026-6-1" "10000-01-01" "-000001-01-01" "9999-11-30"'.split(' '),
  ...'"9999-12-31" "0001-01-01" "9999-12-01" "2026-06-15T00:00:00Z" "weekly" "BTC" "deleted"'.split(' '),
  ...'"javascript:alert(1)" "https://user:secret@example.com"'.split(' '),
  ...[121, 60_000].map((length) => JSON.stringify('x'.repeat(length))),
  JSON.stringify('🎉'.repeat(121)),
  JSON.stringify('ﷺ'.repeat(80)),
  JSON.stringify(Array.from({ length: 21 }, String)),
  ...[18, 309].map((length) => `"${'9'.repeat(length)}"`),
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
];

/** Texts that are not JSON, in the place of a value. */
const brokenValues = [
  'NaN',
  'Infinity',
  'undefined',
  '00',
  '1.',
  '.5',
  '0x10',
  "'x'",
  '"\t"',
  '"\\x"',
  '"\\u12"',
  '{',
  '',
];

const bodyBytesMax = 64 * 1024;
const batchBytesMax = 256 * 1024;

const foreignNames = [
  ...'id nextPaymentDate createdAt updatedAt __proto__ constructor prototype toString hasOwnProperty ownerId'.split(
    ' ',
  ),
  'Name',
  'notificationsEnabled',
  'price',
  '',
  ' ',
  '\u0000',
  'x'.repeat(5000),
];

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

/** A value that is almost valid for a schema, or valid for none. */
function hostileValue(random: Random, schema: Schema, about: About): string {
  return pickWeighted<() => string>(random, [
    [8, () => pick(random, hostileValues)],
    [
      4,
      () => JSON.stringify(pick(random, [...wrongValues(schema, anyValue(random, schema, about)), ...tooLong(schema)])),
    ],
    [2, () => pick(random, brokenValues)],
    // A value that is valid for another field.
    [2, () => JSON.stringify(anyValue(random, pick(random, bodyFields)[1], about))],
    [0.3, () => deep(random)],
    [1, () => JSON.stringify(anyText(random, 40))],
    [1, () => String((random() - 0.5) * 10 ** (below(random, 40) - 20))],
  ])();
}

/** Any characters, including control characters and lone surrogates. */
export function anyText(random: Random, lengthMax: number): string {
  const ranges = [0x20, 0x7f, 0x100, 0x3000, 0x10000];
  const codes = Array.from({ length: below(random, lengthMax + 1) }, () => below(random, pick(random, ranges)));
  return String.fromCharCode(...codes);
}

/** A value as a tree, each part with its schema. */
function treeOf(value: unknown, schema: Schema = {}): Tree {
  const { items = {} } = schema;
  if (Array.isArray(value)) return { isList: true, members: value.map((item) => ['', treeOf(item, items), items]) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value);
  const { properties = {} } =
    schema.oneOf?.find((one) => members.every(([name]) => name in (one.properties ?? {}))) ?? schema;
  return {
    isList: false,
    members: members.map(([name, part]) => [
      JSON.stringify(name),
      treeOf(part, properties[name]),
      properties[name] ?? {},
    ]),
  };
}

/** The members of all objects and lists in a tree. */
function objectsIn(tree: Tree): Member[][] {
  return typeof tree === 'string' ? [] : [tree.members, ...tree.members.flatMap(([, value]) => objectsIn(value))];
}

function textOf(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if (tree.isList) return `[${tree.members.map(([, value]) => textOf(value)).join(',')}]`;
  return `{${tree.members.map(([name, value]) => `${name}:${textOf(value)}`).join(',')}}`;
}

/** Makes one fault in one object or list of a tree. */
function spoilTree(random: Random, tree: Tree, about: About): void {
  const members = pick(random, objectsIn(tree));
  const place = below(random, members.length);
  const [name, value, schema] = members[place] ?? ['""', '0', {}];
  const hostile = (facts: Schema = {}) => hostileValue(random, facts, about);
  pickWeighted<() => void>(random, [
    [6, () => (members[place] = [name, hostile(schema), schema])],
    [2, () => members.splice(place, 1)],
    [2, () => members.push([JSON.stringify(pick(random, foreignNames)), hostile(), {}])],
    [2, () => members.push([name, hostile(schema), schema])],
    [1, () => members.unshift([name, value, schema])],
    [1, () => members.push([JSON.stringify(pick(random, bodyFields)[0]), hostile(), {}])],
    [0.5, () => members.push([JSON.stringify(anyText(random, 12)), hostile(), {}])],
    [0.3, () => members.push(['unquoted', value, schema])],
  ])();
}

const invalidUtf8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]];

/** Bytes that are not a JSON text, or too many. */
function spoilBytes(random: Random, bytes: Buffer, bytesMax: number): Buffer {
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
    [4, () => padded(bytes, bytesMax + pick(random, [-1, 0, 1, 4464, 200_000]))],
  ])();
}

/** The bytes, padded with white space to a length. */
function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(length - bytes.length, 0), ' ')]);
}

/** A body for a schema: valid or not. */
export function anyBody(random: Random, schema: Schema, about: About, isSpoilt: boolean): Buffer {
  const bytesMax = 'operations' in (schema.properties ?? {}) ? batchBytesMax : bodyBytesMax;
  const tree = treeOf(anyValue(random, schema, about), schema);
  if (isSpoilt) for (let times = 1 + below(random, 2); times > 0; times -= 1) spoilTree(random, tree, about);
  const bytes = Buffer.from(textOf(tree));
  return isSpoilt && random() < 0.25 ? spoilBytes(random, bytes, bytesMax) : bytes;
}
