import { describe, expect, test } from 'bun:test';
import { expectRefusal, quotaHeadersOf, refusalOf } from '../../../support/expectations.ts';
import { signedIn, withSession } from '../../../support/people.ts';
import { startService, type Call } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/preferences';
const read = (key = service.keys.write) => service.call('GET', path, { key });
const change = (call: Call, query = '') => service.call('PATCH', path + query, call);

describe('§10.7: the preferences', () => {
  test('of a new owner renew nothing, and a key that reads may see them', async () => {
    expect((await read(service.keys.read)).json.data as object).toEqual({
      autoRenew: false,
      householdName: null,
      monthlyBudget: null,
    });
  });

  test('are those of the owner, and change with a PATCH', async () => {
    const key = service.makeKey('changing', 'write');
    const answer = await change({ key, json: { autoRenew: true } });
    expect([answer.status, answer.json.data as object]).toEqual([
      200,
      { autoRenew: true, householdName: null, monthlyBudget: null },
    ]);
    const after = await read(key);
    expect([after.text.includes('"autoRenew":true'), after.headers.get('etag')]).toEqual([
      true,
      answer.headers.get('etag'),
    ]);
    expect((await read(service.keys.otherWrite)).json.data as object).toEqual({
      autoRenew: false,
      householdName: null,
      monthlyBudget: null,
    });
  });

  test('§6.1: a change has an audit entry, which the list of those of subscriptions does not show', async () => {
    const key = service.makeKey('audited', 'write');
    await change({ key, json: { autoRenew: true } });
    const rows = service.database
      .query<{ entity_type: string; action: string; metadata: string }, []>(
        `SELECT entity_type, action, metadata FROM audit_entries ORDER BY sequence DESC LIMIT 1`,
      )
      .all();
    expect(rows.map(({ metadata, ...row }) => ({ ...row, metadata: JSON.parse(metadata) as unknown }))).toEqual([
      {
        entity_type: 'owner',
        action: 'preferences.update',
        metadata: {
          before: { autoRenew: false, householdName: null, monthlyBudget: null },
          after: { autoRenew: true, householdName: null, monthlyBudget: null },
          patch: { autoRenew: true },
        },
      },
    ]);
    expect((await service.auditTrail('', key)).data).toEqual([]);
  });

  test('name the household, which each session of it shows', async () => {
    const key = service.makeKey('naming', 'write');
    const named = await change({ key, json: { householdName: ' Ulmenweg 12 ' } });
    expect(named.json.data as object).toEqual({ autoRenew: false, householdName: 'Ulmenweg 12', monthlyBudget: null });
    const session = await signedIn(service, { apiKey: key });
    expect(session).toMatchObject({ owner: 'naming', householdName: 'Ulmenweg 12' });
    await change({ key, json: { householdName: null } });
    const { data } = (await service.call('GET', '/api/v1/session', withSession(session))).json;
    expect(data as object).toMatchObject({ householdName: null });
  });

  test.each([
    [{ json: {} }, 'empty_patch', undefined, 'Send at least one'],
    [{ json: { autorenewal: true } }, 'empty_patch', 'autorenewal', 'Rename "autorenewal" to "autoRenew"'],
    [{ json: { autoRenew: true, theme: 'dark' } }, 'unknown_field', 'theme', 'Remove "theme"'],
    [{ json: { autoRenew: 'yes' } }, 'invalid_field', 'autoRenew', 'Send true or false'],
    [{ json: { householdName: ' ' } }, 'invalid_field', 'householdName', 'Send'],
    [{ json: { householdName: 'x'.repeat(81) } }, 'invalid_field', 'householdName', 'Send'],
    [{ json: { householdName: service.keys.read } }, 'invalid_field', 'householdName', 'Send another name'],
    [{ json: { autoRenew: null } }, 'invalid_field', 'autoRenew', 'Send true or false'],
    [{ raw: '' }, 'invalid_json', undefined, 'Send one JSON object'],
  ] as const)('refuse %j, without counting it', async (call, code, field, fix) => {
    const { answer, cost } = await refusalOf(service, () => change(call));
    const suggestedFix = expect.stringContaining(fix) as string;
    expectRefusal(answer, 400, { code, ...(field !== undefined && { field }), suggestedFix });
    expect([cost, quotaHeadersOf(answer)]).toEqual([0, []]);
  });
});
