import { Type, type TObject } from '@sinclair/typebox';
import { describe, expect, test } from 'bun:test';
import { contractAlone } from '../../../../src/core/billing/currencies.ts';
import {
  subscriptionBodies,
  SubscriptionPath,
  writableFieldsInOrder,
} from '../../../../src/modules/subscriptions/model.ts';
import { AuditEntryPath } from '../../../../src/modules/audit/routes/schema.ts';
import { errorBody } from '../../../../src/core/http/errors/apiError.ts';
import { bodyFactsOf, draftOf, patchOf } from '../../../../src/core/fields/bodies.ts';
import { explainBody, explainPath, explainQuery } from '../../../../src/core/http/validation/faults.ts';
import { Flag, Label, Uuid } from '../../../../src/core/fields/fieldTypes.ts';

const fields = {
  title: Label({ maxLength: 20, examples: ['Pay'], alsoCalled: ['heading', 'name'] }),
  enabled: Type.Optional(Flag({ byDefault: true, examples: [true] })),
};
const examples = [{ title: 'Pay' }] as const;
const draft = draftOf('NoteDraft', fields, { examples, serverManaged: ['id', 'createdAt'] });
const patch = patchOf('NotePatch', draft, { examples });
const unmarked = Type.Object({ reschedule: Type.Optional(Flag()) }, { additionalProperties: false });
const writableFields = ['enabled', 'title'];

/** The error for a body, as a client reads it. */
function errorFor(schema: TObject, body: unknown) {
  return errorBody(explainBody(schema, body), 'x').error;
}

describe('a body of another entity than a subscription', () => {
  test.each([
    ['a missing field', draft, {}, { code: 'invalid_field', field: 'title', message: 'title is missing.' }],
    ['an invalid value', draft, { title: '' }, { code: 'invalid_field', field: 'title' }],
    ['the first of two invalid values', draft, { enabled: 1, title: '' }, { code: 'invalid_field', field: 'title' }],
    ['an unknown field', draft, { x: 1, title: '' }, { code: 'unknown_field', field: 'x', writableFields }],
    [
      'another word for a field',
      draft,
      { heading: 1 },
      { code: 'unknown_field', suggestedFix: 'Rename "heading" to "title".' },
    ],
    [
      'another word for a given field',
      draft,
      { title: 'a', Name: 1 },
      { suggestedFix: 'Remove "Name": the body has "title" already.' },
    ],
    [
      'a field of the server',
      patch,
      { createdAt: 'now' },
      {
        code: 'unknown_field',
        message: 'createdAt is set by the server.',
        suggestedFix: 'Remove "createdAt" from the body.',
      },
    ],
    [
      'a misplaced If-Match',
      draft,
      { ifMatch: '"1"', title: 'a' },
      {
        code: 'unknown_field',
        suggestedFix: 'Send "ifMatch" instead as the header If-Match; in a batch, as "ifMatch" of an operation.',
      },
    ],
    ['an empty patch', patch, {}, { code: 'empty_patch', writableFields }],
    ['a patch of unknown fields', patch, { x: 1 }, { code: 'empty_patch', field: 'x', writableFields }],
    ['a list', draft, [], { code: 'invalid_json' }],
    [
      'a field of a body without a mark',
      unmarked,
      { reschedule: 'yes' },
      { code: 'invalid_field', field: 'reschedule' },
    ],
    [
      'a field that it does not have',
      unmarked,
      { status: 'active' },
      { code: 'unknown_field', writableFields: ['reschedule'], suggestedFix: 'Remove "status" from the body.' },
    ],
  ])('with %s is refused with the codes and the fields of that body', (_, schema, body, error) => {
    expect(errorFor(schema, body)).toMatchObject(error);
  });

  test('without an example of a required field is refused with the rule alone', () => {
    const schema = Type.Object({ reschedule: Flag() }, { additionalProperties: false });
    expect(errorFor(schema, {})).toMatchObject({ suggestedFix: 'Add reschedule: true or false.' });
  });
});

test('§1.4: the bodies of a subscription have its codes, its fields in the order of their checks, and its server-managed fields', () => {
  for (const body of Object.values(subscriptionBodies(contractAlone))) {
    expect(Object.keys(body.properties)).toEqual([...writableFieldsInOrder]);
    expect(bodyFactsOf(body)).toMatchObject({
      invalid: 'invalid_subscription',
      unknown: 'invalid_subscription_field',
      serverManaged: ['id', 'nextPaymentDate', 'createdAt', 'updatedAt'],
    });
  }
});

describe('an id that is not a UUID', () => {
  const anyUuid = 'Send a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c.';

  test.each([
    ['a subscription', SubscriptionPath, 'invalid_subscription_id', /list of subscriptions/],
    ['an audit entry', AuditEntryPath, 'invalid_audit_entry_id', /audit trail/],
    ['another record', Type.Object({ id: Uuid() }), 'invalid_id', anyUuid],
  ])('is refused in the path of %s with its own code and fix', (_, schema, code, fix) => {
    const fault = explainPath(schema);
    expect(errorBody(fault, 'x').error).toMatchObject({ code, field: 'id' });
    expect(fault.details.suggestedFix).toMatch(fix);
  });

  test('is refused in a query and in a body with the fix of the record that it belongs to', () => {
    const schema = Type.Object({ entryId: AuditEntryPath.properties.id }, { additionalProperties: false });
    const suggestedFix = 'Take the id of the entry from the audit trail (GET /api/v1/audit).';
    expect(explainQuery(schema, { entryId: '7' }).details.suggestedFix).toBe(suggestedFix);
    expect(errorFor(schema, { entryId: 7 })).toMatchObject({ code: 'invalid_field', field: 'entryId', suggestedFix });
  });
});
