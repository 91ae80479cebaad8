import { describe, expect, test } from 'bun:test';
import {
  expectRefusal,
  pathOf,
  subscriptionsPath,
  withoutWriting,
  words,
  writableFields,
} from '../../../support/expectations.ts';
import { startService, validDraft, type Answer } from '../../../support/service.ts';

const service = await startService();
const record = await service.create();

const serverManaged = [
  ['id', '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77'],
  ['nextPaymentDate', '2026-07-15'],
  ['createdAt', '2026-06-16T12:00:00.000Z'],
  ['updatedAt', '2026-06-16T12:00:00.000Z'],
] as const;

const inherited = words('__proto__ constructor prototype toString hasOwnProperty __defineGetter__');

/** A JSON object with one more field in front; a literal in the language would take `__proto__` for something else. */
function withField(name: string, value: unknown, fields: object): string {
  const rest = JSON.stringify(fields).slice(1);
  return `{${JSON.stringify(name)}:${JSON.stringify(value)}${rest === '}' ? '' : ','}${rest}`;
}

/** The answer to a body as POST, or as PATCH of the record, which writes nothing. */
function send(method: 'POST' | 'PATCH', raw: string): Promise<Answer> {
  const path = method === 'POST' ? subscriptionsPath : pathOf(record);
  return withoutWriting(service, () => service.call(method, path, { raw }));
}

/** Holds that a body with one more field is refused by the name of that field. */
async function expectUnknown(method: 'POST' | 'PATCH', [name, value]: readonly [string, unknown], fields: object) {
  const answer = await send(method, withField(name, value, fields));
  expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: name, writableFields });
  return answer.json.error.suggestedFix ?? '';
}

const patch = { name: 'Renamed' };

describe('fields that the server manages', () => {
  test.each(serverManaged)(
    '§1.3: %s is refused by name, also alone, as it is stored, or as null',
    async (name, value) => {
      expect(await expectUnknown('POST', [name, value], validDraft)).toContain(`"${name}"`);
      expect(await expectUnknown('PATCH', [name, value], {})).toContain(`"${name}"`);
      for (const sent of [value, record[name], null]) {
        expect(await expectUnknown('PATCH', [name, sent], patch)).toContain(`"${name}"`);
      }
    },
  );
});

describe('fields that are not known', () => {
  const unknown = [
    ...words('colour data patch subscription price ownerId owner_id requestId NAME naïve 𝓷𝓪𝓶𝓮'),
    '',
    ' name',
    'x'.repeat(5000),
  ];
  test.each(unknown.map((name) => ({ name, shown: name.slice(0, 20) })))(
    '§1.3: "$shown" is refused by name, in a POST and in a PATCH',
    async ({ name }) => {
      expect(await expectUnknown('POST', [name, 1], validDraft)).toMatch(/./);
      expect(await expectUnknown('PATCH', [name, 1], patch)).toMatch(/./);
    },
  );

  test.each(inherited)('§1.3: %s is a field like any other', async (name) => {
    for (const value of [1, null, validDraft]) {
      await expectUnknown('POST', [name, value], validDraft);
      await expectUnknown('POST', [name, value], {});
      await expectUnknown('PATCH', [name, value], patch);
      const alone = await send('PATCH', withField(name, value, {}));
      expectRefusal(alone, 400, { code: 'empty_patch', field: name, writableFields });
    }
  });

  test('§1.3: a draft inside of __proto__ is no draft', async () => {
    const answer = await send('POST', withField('__proto__', validDraft, {}));
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: '__proto__' });
    expect(Object.hasOwn(Object.prototype, 'category')).toBe(false);
  });
});

describe('the nearest writable field', () => {
  test.each([
    ['notificationsEnabled', 'notificationEnabled'],
    ['last_payment_date', 'lastPaymentDate'],
    ['custom_date', 'customDate'],
  ])('§1.3: %s is answered with the advice to write %s', async (typed, meant) => {
    expect(await expectUnknown('POST', [typed, 1], validDraft)).toContain(`"${meant}"`);
    expect(await expectUnknown('PATCH', [typed, 1], patch)).toContain(`"${meant}"`);
  });

  test.each(['colour', 'x', 'website', 'trialEndsAt'])('§1.3: none is advised when none is near %s', async (typed) => {
    const suggestedFix = await expectUnknown('POST', [typed, 1], validDraft);
    expect(suggestedFix).toContain(`"${typed}"`);
    expect(writableFields.filter((field) => suggestedFix.includes(`"${field}"`))).toEqual([]);
  });
});

test.each(words('nextPaymentDate billingAnchorDay next_payment_date'))(
  '§1.3: %s, which the server computes, is answered with what to send instead',
  async (name) => {
    for (const [method, fields] of [['POST', validDraft] as const, ['PATCH', patch] as const])
      expect(await expectUnknown(method, [name, 15], fields)).toMatch(
        new RegExp(`^Remove "${name}" from the body, and send (a )?"lastPaymentDate" `),
      );
  },
);

test.each([
  ['values that are wrong', 'POST', { ...validDraft, name: 5, amount: -1 }],
  ['fields that are missing', 'POST', {}],
  ['fields that do not go together', 'POST', { ...validDraft, customDate: '30' }],
  ['values that are wrong', 'PATCH', { amount: -1 }],
] as const)('§1.3: an unknown field is reported before %s in a %s', async (_, method, fields) => {
  await expectUnknown(method, ['colour', 'red'], fields);
  const answer = await send(method, JSON.stringify({ ...fields, colour: 'red' }));
  expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour' });
});

describe('a PATCH without a writable field', () => {
  test('§1.3: an empty one is empty_patch and lists the writable fields', async () => {
    const answer = await send('PATCH', '{}');
    expectRefusal(answer, 400, { code: 'empty_patch', writableFields });
    expect(answer.json.error.suggestedFix).toBeString();
    expect(answer.json.error.field).toBeUndefined();
  });

  test.each(['colour', 'notificationsEnabled', '__proto__'])(
    '§1.3: one with %s alone is empty_patch, and says the same as invalid_subscription_field would',
    async (name) => {
      const empty = await send('PATCH', withField(name, 1, {}));
      expectRefusal(empty, 400, { code: 'empty_patch', field: name, writableFields });
      const beside = await send('PATCH', withField(name, 1, { name: 'Renamed' }));
      expect(empty.json.error).toEqual({ ...beside.json.error, code: 'empty_patch' });
    },
  );

  test('§1.3: one with several unknown fields is empty_patch', async () => {
    const answer = await send('PATCH', '{"colour":1,"price":2}');
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
        const answer = await send('PATCH', JSON.stringify(fields));
        expectRefusal(answer, 400, { code: 'invalid_subscription_field', writableFields });
      }
    },
  );

  test('§1.3: a POST with unknown fields alone is never empty_patch', async () => {
    const answer = await send('POST', '{"colour":"red"}');
    expectRefusal(answer, 400, { code: 'invalid_subscription_field', field: 'colour', writableFields });
  });
});
