import { describe, expect, test } from 'bun:test';
import { expectRefusal } from '../../../support/expectations.ts';
import { startMailServer } from '../../../support/mailServer.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const path = '/api/v1/channels';
const refused = { code: 'too_many_recipients' };

/** So many addresses, of which the first has a number. */
const addresses = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `person${first + at}@example.org`).join(', ');

/** An owner with e-mail channels for so many people: five in each. */
async function mailingOwner(owner: string, people: number) {
  const key = service.makeKey(owner, 'admin');
  const call = (method: string, to: string, json?: object) =>
    service.call(method, to, { key, ...(json !== undefined && { json }) });
  const create = (to: string, query = '') =>
    call('POST', path + query, { name: 'Mail', type: 'email', settings: { to } });
  const patch = (id: string, to: string) => call('PATCH', `${path}/${id}`, { settings: { to } });
  const ids: string[] = [];
  for (let first = 0; first < people; first += 5) {
    const made = await create(addresses(5, first));
    expect(made.status).toBe(201);
    ids.push(made.json.data.id);
  }
  return { call, create, patch, ids };
}

describe('with --mail-allow', () => {
  test('a recipient of another domain is refused, with who can allow it, and gets no mail by an earlier channel', async () => {
    const { port, mails } = await startMailServer({ secure: false, hideSTARTTLS: true, authOptional: true });
    const smtp = { smtpUrl: `smtp://127.0.0.1:${port}`, smtpFrom: 'duebook@example.org' };
    const limited = await startService({ mail: { ...smtp, mailAllow: ['example.org', 'example.com'] } });
    const key = limited.makeKey('first', 'admin');
    const call = (method: string, to: string, json?: object) =>
      limited.call(method, to, { key, ...(json !== undefined && { json }) });
    const draft = (to: string) => ({ name: 'Mail', type: 'email', settings: { to } });
    const made = await call('POST', path, draft('alex@example.org, kim@EXAMPLE.com'));
    expect(made.status).toBe(201);
    const { id } = made.json.data;
    for (const to of [
      'eve@example.net',
      'alex@example.org, eve@example.net',
      'eve@sub.example.org',
      'eve@example.org.example.net',
      'eve@example.org#.example.net',
      'eve@example.org/.example.net',
      'eve@notexample.org',
    ]) {
      const refusals = [
        await call('POST', path, draft(to)),
        await call('POST', `${path}?dryRun=true`, draft(to)),
        await call('PATCH', `${path}/${id}`, { settings: { to } }),
      ];
      for (const refusal of refusals)
        expectRefusal(refusal, 400, {
          code: 'invalid_field',
          field: 'settings.to',
          suggestedFix:
            'Send addresses of example.org, example.com, or ask the operator of the server to add the domain to --mail-allow.',
        });
    }
    const tested = () => call('POST', `${path}/${id}/test`);
    expect((await tested()).json.data as object).toEqual({ outcome: 'sent', status: 250 });
    limited.database.query('UPDATE channels SET settings_json = ?').run(JSON.stringify({ to: 'eve@example.net' }));
    expect((await tested()).json.data as object).toEqual({
      outcome: 'failed',
      reason: 'notAllowed',
      isPermanent: true,
    });
    expect(mails.map(({ to }) => to)).toEqual([['alex@example.org', 'kim@example.com']]);
  });
});

describe('the e-mail channels of an owner', () => {
  test('have at most 20 addresses together, whether by a new channel, a change or a dry run', async () => {
    const { call, create, patch, ids } = await mailingOwner('twenty', 20);
    expectRefusal(await create('one.more@example.org'), 409, refused);
    expectRefusal(await create('one.more@example.org', '?dryRun=true'), 409, refused);
    const [id = ''] = ids;
    expect((await patch(id, addresses(4))).status).toBe(200);
    expect((await create('one.more@example.org')).status).toBe(201);
    expectRefusal(await patch(id, addresses(5)), 409, refused);
    // Disabled ones count, too: they can be enabled without an address.
    expect((await call('PATCH', `${path}/${id}`, { enabled: false })).status).toBe(200);
    expectRefusal(await create('another@example.org'), 409, refused);
  });

  test('may have the same address several times, in any case', async () => {
    const { create } = await mailingOwner('same', 20);
    expect((await create('person3@example.org, PERSON4@Example.org')).status).toBe(201);
  });

  test('of another owner do not count', async () => {
    await mailingOwner('others', 20);
    const { create } = await mailingOwner('own', 15);
    expect((await create(addresses(5, 15))).status).toBe(201);
  });

  test('that had more before stay, and can lose some', async () => {
    const { call, patch, ids } = await mailingOwner('more', 20);
    // As an earlier version has stored it.
    const stored = JSON.stringify({ to: addresses(30, 100) });
    service.database.query('UPDATE channels SET settings_json = ? WHERE id = ?').run(stored, ids[0] ?? '');
    expect((await call('PATCH', `${path}/${ids[0]}`, { name: 'Renamed' })).status).toBe(200);
    expect((await patch(ids[1] ?? '', addresses(4, 5))).status).toBe(200);
    expectRefusal(await patch(ids[1] ?? '', addresses(5, 5)), 409, refused);
  });

  test('get no more by a revert', async () => {
    const { call, create, patch, ids } = await mailingOwner('revert', 20);
    expect((await patch(ids[0] ?? '', addresses(4))).status).toBe(200);
    const activity = (await call('GET', '/api/v1/activity?limit=1')).json.data as unknown as readonly { id: string }[];
    expect((await create('one.more@example.org')).status).toBe(201);
    const reverted = await call('POST', `/api/v1/audit/${activity[0]?.id}/revert`);
    expectRefusal(reverted, 409, { code: 'revert_conflict', field: 'settings' });
  });
});
