import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, subscriptionsPath, writableFields } from '../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../support/service.ts';

const service = await startService();
const record = await service.create();

const serverManaged = [
  ['id', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'],
  ['nextPaymentDate', '2026-07-15'],
  ['createdAt', '2026-06-16T12:00:00.000Z'],
  ['updatedAt', '2026-06-16T12:00:00.000Z'],
] as const;

const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

/** A JSON object with one more field in front; a literal in the language would take `__proto__` for something else. */
function withField(name: string, value: unknown, fields: object): string {
  const rest = JSON.stringify(fields).slice(1);
  return `{${JSON.stringify(name)}:${JSON.stringify(value)}${rest === '}' ? '' : ','}${rest}`;
}

/** Sends a body as POST, or as PATCH of the record, and holds that it writes nothing. */
async function apiErrorOf(method: 'POST' | 'PATCH', raw: string): Promise<Answer> {
  const before = storedRows(service);
  const answer = await service.call(method, method === 'POST' ? subscriptionsPath : pathOf(record), { raw });
  expect(storedRows(service)).toEqual(before);
  return answer;
}

describe('fields that the server manages', () => {
  test.each(serverManaged)('§1.3: %s in a POST is refused by name', async (name, value) => {
    const answer = await apiErrorOf('POST', withField(name, value, validDraft));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name, writableFields });
    expect(answer.json.error.suggestedFix).toContain(`"${name}"`);
  });

  test.each(serverManaged)(
    '§1.3: %s in a PATCH is refused by name, beside a writable field or alone',
    async (name, value) => {
      for (const fields of [{ name: 'Renamed' }, {}]) {
        const answer = await apiErrorOf('PATCH', withField(name, value, fields));
        expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name, writableFields });
        expect(answer.json.error.suggestedFix).toContain(`"${name}"`);
      }
    },
  );

  test.each(serverManaged)('§1.3: %s is refused also when its value is the stored one or null', async (name) => {
    for (const value of [record[name], null]) {
      const answer = await apiErrorOf('PATCH', withField(name, value, { name: 'Renamed' }));
      expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name });
    }
  });
});

describe('fields that are not known', () => {
  test.each(['subscription', 'patch', 'data'])(
    '§1.3: those in "%s" are to be put in its place, not lost',
    async (name) => {
      const suggestedFix = `Put the fields in "${name}" in its place.`;
      const posted = await apiErrorOf('POST', JSON.stringify({ [name]: validDraft }));
      expectRefusal(posted, 400, { code: 'invalid_subscription_field', field: name, suggestedFix });
      const patched = await apiErrorOf('PATCH', JSON.stringify({ [name]: { amount: 1 } }));
      expectRefusal(patched, 400, { code: 'empty_patch', field: name, suggestedFix });
    },
  );

  test.each([
    'colour',
    'price',
    'ownerId',
    'owner_id',
    'requestId',
    '',
    ' name',
    'NAME',
    'naïve',
    '𝓷𝓪𝓶𝓮',
    'x'.repeat(5000),
  ])('§1.3: "%.20s" is refused by name, in a POST and in a PATCH', async (name) => {
    for (const [method, fields] of [
      ['POST', validDraft],
      ['PATCH', { name: 'Renamed' }],
    ] as const) {
      const answer = await apiErrorOf(method, withField(name, 1, fields));
      expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name, writableFields });
      expect(answer.json.error.suggestedFix).toBeString();
    }
  });

  test.each(inherited)('§1.3: %s is a field like any other', async (name) => {
    for (const value of [1, null, validDraft]) {
      const refused = { code: 'invalid_subscription_field', field: name, writableFields };
      expectRefusal(await apiErrorOf('POST', withField(name, value, validDraft)), 400, refused);
      expectRefusal(await apiErrorOf('POST', withField(name, value, {})), 400, refused);
      expectRefusal(await apiErrorOf('PATCH', withField(name, value, { name: 'Renamed' })), 400, refused);
      const alone = await apiErrorOf('PATCH', withField(name, value, {}));
      expectRefusal(alone, 400, { ...refused, code: 'empty_patch' });
    }
  });

  test('§1.3: a draft inside of __proto__ is no draft', async () => {
    const answer = await apiErrorOf('POST', withField('__proto__', validDraft, {}));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: '__proto__' });
    expect(Object.hasOwn(Object.prototype, 'category')).toBe(false);
  });
});

describe('the writable field that is meant', () => {
  test.each([
    ['notificationsEnabled', 'notificationEnabled'],
    ['notificationenabled', 'notificationEnabled'],
    ['lastPaymentdate', 'lastPaymentDate'],
    ['lastPayementDate', 'lastPaymentDate'],
    ['last_payment_date', 'lastPaymentDate'],
    ['custom_date', 'customDate'],
    ['customDates', 'customDate'],
    ['categroy', 'category'],
    ['ammount', 'amount'],
    ['peroid', 'period'],
    ['Status', 'status'],
    ['nam', 'name'],
  ])('§1.3: %s is answered with the advice to write %s', async (typed, meant) => {
    const posted = await apiErrorOf('POST', withField(typed, 1, validDraft));
    expect(posted.json.error.suggestedFix).toContain(`"${meant}"`);
    const patched = await apiErrorOf('PATCH', withField(typed, 1, { name: 'Renamed' }));
    expect(patched.json.error.suggestedFix).toContain(`"${meant}"`);
  });

  test.each(['colour', 'x', 'website', 'trialEndsAt'])('§1.3: none is advised when none is near %s', async (typed) => {
    const answer = await apiErrorOf('POST', withField(typed, 1, validDraft));
    const { suggestedFix = '' } = answer.json.error;
    expect(suggestedFix).toContain(`"${typed}"`);
    expect(writableFields.filter((field) => suggestedFix.includes(`"${field}"`))).toEqual([]);
  });
});

describe('before any other check of the body', () => {
  test('§1.3: an unknown field is told before values that are wrong', async () => {
    const answer = await apiErrorOf('POST', JSON.stringify({ ...validDraft, name: 5, amount: -1, colour: 'red' }));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour' });
  });

  test('§1.3: an unknown field is told before fields that are missing', async () => {
    const answer = await apiErrorOf('POST', JSON.stringify({ colour: 'red' }));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour' });
  });

  test('§1.3: an unknown field is told before fields that do not go together', async () => {
    const answer = await apiErrorOf('POST', JSON.stringify({ ...validDraft, customDate: '30', colour: 'red' }));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour' });
  });

  test('§1.3: an unknown field in a PATCH is told before values that are wrong', async () => {
    const answer = await apiErrorOf('PATCH', JSON.stringify({ amount: -1, colour: 'red' }));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour' });
  });
});

describe('a PATCH without a writable field', () => {
  test('§1.3: an empty one is empty_patch and lists the writable fields', async () => {
    const answer = await apiErrorOf('PATCH', '{}');
    expectRefusal(answer, 400, { code: 'empty_patch', writableFields });
    expect(answer.json.error.suggestedFix).toBeString();
    expect(answer.json.error.field).toBeUndefined();
  });

  test.each(['colour', 'notificationsEnabled', '__proto__'])(
    '§1.3: one with %s alone is empty_patch, and says the same as invalid_subscription_field would',
    async (name) => {
      const empty = await apiErrorOf('PATCH', withField(name, 1, {}));
      expectRefusal(empty, 400, { code: 'empty_patch', field: name, writableFields });
      const beside = await apiErrorOf('PATCH', withField(name, 1, { name: 'Renamed' }));
      expect(empty.json.error).toEqual({ ...beside.json.error, code: 'empty_patch' });
    },
  );

  test('§1.3: one with several unknown fields is empty_patch', async () => {
    const answer = await apiErrorOf('PATCH', '{"colour":1,"price":2}');
    expectRefusal(answer, 400, { code: 'empty_patch', writableFields });
    expect(['colour', 'price']).toContain(answer.json.error.field ?? '');
  });

  test.each(serverManaged)(
    '§1.3: one with an unknown field and %s is invalid_subscription_field',
    async (name, value) => {
      for (const fields of [
        { colour: 'red', [name]: value },
        { [name]: value, colour: 'red' },
      ]) {
        const answer = await apiErrorOf('PATCH', JSON.stringify(fields));
        expectRefusal(answer, 400, { code: 'invalid_subscription_field', writableFields });
      }
    },
  );

  test('§1.3: a POST with unknown fields alone is never empty_patch', async () => {
    const answer = await apiErrorOf('POST', '{"colour":"red"}');
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour', writableFields });
  });
});
