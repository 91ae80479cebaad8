import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, subscriptionsPath, withoutWriting } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();

/** The valid draft as bytes, with the given pieces (text, or bytes as they are) inside the quotes of one field. */
function draftBytes(field: string, pieces: readonly (string | readonly number[])[]): Buffer {
  const rest = Object.fromEntries(Object.entries(validDraft).filter(([name]) => name !== field));
  const inside = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)));
  return Buffer.concat([Buffer.from(`{"${field}":"`), ...inside, Buffer.from(`",${JSON.stringify(rest).slice(1)}`)]);
}

/** Sends a body as POST and holds that it is refused on the field and that nothing is written. */
async function expectRefusedOn(field: string, raw: string | Buffer): Promise<void> {
  const answer = await withoutWriting(service, () => service.call('POST', subscriptionsPath, { raw }));
  expectRefusal(answer, 400, { code: 'invalid_subscription', field, suggestedFix: expect.any(String) });
}

const controlCharacters = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f].map((code) => ({
  name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
  character: String.fromCharCode(code),
}));

describe('control characters', () => {
  test.each(controlCharacters)('§1.2: $name is refused inside, before and after a text', async ({ character }) => {
    for (const field of ['name', 'category']) {
      for (const text of [`Net${character}flix`, `${character}Netflix`, `Netflix${character}`, character]) {
        await expectRefusedOn(field, JSON.stringify({ ...validDraft, [field]: text }));
      }
    }
  });

  test.each(['name', 'category'])('§1.2: a PATCH with one in the %s is refused and changes nothing', async (field) => {
    const json = { [field]: 'Net\u0000flix' };
    const answer = await withoutWriting(service, () => service.call('PATCH', pathOf(record), { json }));
    expectRefusal(answer, 400, { code: 'invalid_subscription', field });
  });

  test.each([
    ['currency', 'USD\n'],
    ['period', 'monthly\t'],
    ['lastPaymentDate', '2026-06-15\n'],
    ['customDate', '30\n'],
    ['status', '\u007factive'],
  ])('§1.2: one in %s is refused on that field', async (field, value) => {
    await expectRefusedOn(field, JSON.stringify({ ...validDraft, [field]: value }));
  });
});

describe('ill-formed Unicode', () => {
  test.each([
    '\\ud800',
    '\\udbff',
    '\\udc00',
    '\\udfff',
    'Net\\ud83dflix',
    '\\ude00\\ud83d',
    '\\ud83d\\ud83d\\ude00',
    '\\ud83d \\ude00',
  ])('§1.2: the lone surrogate in "%s" is refused', async (escaped) => {
    await expectRefusedOn('name', draftBytes('name', [escaped]));
    await expectRefusedOn('category', draftBytes('category', [escaped]));
  });

  test.each([
    ['a byte that never occurs', [0xff]],
    ['a continuation byte alone', [0x80]],
    ['a start byte alone', [0xc3]],
    ['a cut character', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a pair of surrogates', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ['a code point past the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a Latin-1 letter', [0xe9]],
  ])('§1.2: %s in UTF-8 is refused on the field it stands in', async (_, bytes) => {
    await expectRefusedOn('name', draftBytes('name', ['Caf', bytes, 'x']));
    await expectRefusedOn('name', draftBytes('name', ['Caf', bytes]));
    await expectRefusedOn('category', draftBytes('category', [bytes, 'Caf']));
  });

  test.each(['currency', 'period', 'lastPaymentDate'])('§1.2: a broken byte in %s is refused there', async (field) => {
    await expectRefusedOn(field, draftBytes(field, [[0xff]]));
  });

  test.each<readonly (string | readonly number[])[][]>([
    [['Netflix', [0xff], '\\udc00']],
    [['Netflix\\ud800', [0xff]]],
    [['Netflix\\ud800', [0xff], '\\udc00']],
    [['Netflix\\ud800', [0xff, 0xff], '\\udc00']],
  ])('§1.2: a broken byte is refused also beside a half of a character: %j', async (pieces) => {
    await expectRefusedOn('name', draftBytes('name', pieces));
  });

  test('§1.2: a broken byte is reported for its own field, not for one that holds a replacement character', async () => {
    const [name, category] = ['Caf\u{fffd}', [0xff]];
    const rest = JSON.stringify({ ...validDraft, name: undefined, category: undefined }).slice(1);
    const raw = [Buffer.from(`{"name":"${name}","category":"`), Buffer.from(category), Buffer.from(`",${rest}`)];
    await expectRefusedOn('category', Buffer.concat(raw));
  });

  test('§1.2: a broken byte outside of a text is invalid_json', async () => {
    const raw = Buffer.concat([Buffer.from(JSON.stringify(validDraft)), Buffer.from([0xff])]);
    expectRefusal(await service.call('POST', subscriptionsPath, { raw }), 400, { code: 'invalid_json' });
  });

  test('§1.2: a broken byte in the name of a field makes it an unknown field', async () => {
    const raw = Buffer.concat([Buffer.from('{"na'), Buffer.from([0xff]), Buffer.from('me":"Netflix"}')]);
    expectRefusal(await service.call('POST', subscriptionsPath, { raw }), 400, { code: 'invalid_subscription_field' });
  });
});

describe('well-formed text', () => {
  test.each([
    'Café',
    'Cafe\u0301',
    'ﬁlm',
    'Ａｍａｚｏｎ',
    'Disney\u00a0plus',
    '日本経済新聞',
    'ﷺ',
    '👨‍👩‍👧‍👦 family',
    'left\u200bright',
    '\u202eright to left',
    'next\u0085line',
    'replaced\u{fffd}',
    '\u{10ffff}',
    '"quoted" \\ back/slash',
    '<script>alert(1)</script>',
    "'; drop table subscriptions; --",
    '100% _real_',
    'null',
  ])('§1.2: %j is stored and given back exactly as it was sent', async (text) => {
    const created = await service.create({ name: text, category: text });
    const read = await service.call('GET', pathOf(created));
    expect(read.json.data).toMatchObject({ name: text, category: text });
    const patched = await service.call('PATCH', pathOf(record), { json: { name: text } });
    expect(patched.json.data.name).toBe(text);
  });

  test('§1.2: a character written as two escapes is one character', async () => {
    const answer = await service.call('POST', subscriptionsPath, { raw: draftBytes('name', ['\\ud83d\\ude00']) });
    expect(answer.status).toBe(201);
    expect(answer.json.data.name).toBe('😀');
  });
});
