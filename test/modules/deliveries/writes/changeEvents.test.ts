import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { CommandKind } from '../../../../src/modules/commands.ts';
import { changeEvents } from '../../../../src/modules/channels/rules/changeEvents.ts';
import { verbs } from '../../../../src/modules/verbs.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { writeInline } from '../../../support/inlineWrites.ts';
import { addChannel } from '../../../support/reminders.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService({ writesInline: true });
const path = '/api/v1/subscriptions';
const call = async (method: string, to: string, json?: object) => {
  const answer = await service.call(method, to, json === undefined ? {} : { json });
  expect([to, [200, 201].includes(answer.status)]).toEqual([to, true]);
  return answer.json;
};
async function imported(values: object): Promise<string> {
  const file = fileOf({ ...validDraft, ...values });
  return (await importFile(service, service.keys.write, file, '?onDuplicate=update')).report.id ?? '';
}
const newestEntry = async () => (await service.auditTrail('?limit=1')).data[0]?.id ?? '';
const renewed = (today: string) =>
  writeInline(service.database).submit({
    kind: 'renewDue',
    at: `${today}T00:00:01.000Z`,
    requestId: 'r',
    today,
    timeZone: 'UTC',
  });

let id = '';
const imports: string[] = [];

const none = 'changes no subscription';

/** How to make the changes of a kind of command. */
interface Writing {
  readonly write: () => Promise<unknown>;
  /** The events of all of them, in order. */
  readonly events: readonly string[];
}

// In this order. A new kind of command must be added here: it writes changes of subscriptions in some way, or it does not.
const writings: Readonly<Record<CommandKind, Writing | typeof none>> = {
  'subscription.create': {
    async write() {
      ({ id } = (await call('POST', path, { ...validDraft, lastPaymentDate: '2026-04-15' })).data);
    },
    events: ['subscription.created'],
  },
  'subscription.update': {
    async write() {
      await call('PATCH', `${path}/${id}`, { amount: 2 });
      await call('PATCH', `${path}/${id}/details`, { notes: 'x' });
    },
    events: ['subscription.updated', 'subscription.updated'],
  },
  'subscription.deleteDetails': {
    write: () => call('DELETE', `${path}/${id}/details`),
    events: ['subscription.updated'],
  },
  'subscription.renew': {
    write: () => call('POST', `${path}/${id}/renew`, { payments: 2 }),
    events: ['subscription.renewed', 'subscription.renewed'],
  },
  'audit.revert': {
    async write() {
      await call('POST', `/api/v1/audit/${await newestEntry()}/revert`);
      await call('POST', `/api/v1/audit/${await newestEntry()}/revert`);
    },
    events: ['subscription.updated', 'subscription.updated'],
  },
  'audit.revertRequest': {
    async write() {
      const { json } = await service.call('PATCH', `${path}/${id}`, { json: { amount: 3 } });
      await call('POST', `/api/v1/requests/${json.requestId}/revert`);
    },
    events: ['subscription.updated', 'subscription.updated'],
  },
  batch: {
    async write() {
      const operations = [
        { action: 'create', subscription: { ...validDraft, name: 'Other' } },
        { action: 'update', id, patch: { amount: 4 } },
      ];
      await call('POST', `${path}/batch`, { operations });
    },
    events: ['subscription.created', 'subscription.updated'],
  },
  renewDue: {
    async write() {
      await call('PATCH', `${path}/${id}/details`, { autoRenew: true, endsOn: '2026-07-20' });
      await renewed('2026-07-16');
      await renewed('2026-07-21');
    },
    events: ['subscription.updated', 'subscription.renewed', 'subscription.updated'],
  },
  'subscription.delete': {
    write: () => call('DELETE', `${path}/${id}`),
    events: ['subscription.deleted'],
  },
  'import.run': {
    async write() {
      await imported({ name: 'Kept' });
      imports.push(await imported({ name: 'Kept', amount: 6 }), await imported({ name: 'Gone' }));
    },
    events: ['subscriptions.imported', 'subscriptions.imported', 'subscriptions.imported'],
  },
  'import.revert': {
    async write() {
      for (const one of imports) await call('POST', `/api/v1/imports/${one}/revert`);
    },
    events: ['subscriptions.import_reverted', 'subscriptions.import_reverted'],
  },
  'payment.update': none,
  'payment.delete': none,
  'rates.set': none,
  'rates.delete': none,
  'rates.fetched': none,
  'feed.create': none,
  'feed.delete': none,
  'key.create': none,
  'key.rotate': none,
  'key.undoRotation': none,
  'key.revoke': none,
  'owner.rename': none,
  'owner.delete': none,
  'preferences.update': none,
  'session.create': none,
  'session.end': none,
  'user.create': none,
  'user.update': none,
  'user.delete': none,
  'user.setPassword': none,
  'user.createCode': none,
  'channel.create': none,
  'channel.update': none,
  'channel.delete': none,
  'channel.markUnreadable': none,
  'reminder.create': none,
  'reminder.update': none,
  'reminder.delete': none,
  'delivery.plan': none,
  'delivery.start': none,
  'delivery.end': none,
  'delivery.purge': none,
  'delivery.retry': none,
  probe: none,
  forget: none,
  recordUses: none,
};

const kinds = Object.keys(verbs) as readonly CommandKind[];

describe('each kind of command', () => {
  test('is known to make changes that webhooks get, or none', () => {
    expect(Object.keys(writings).toSorted()).toEqual([...kinds].toSorted());
  });

  test('writes one event with each audit entry and each deletion of a subscription, and with each import and undo', async () => {
    addChannel(service, 'first', 1, { events: changeEvents.join(',') });
    for (const [kind, writing] of Object.entries(writings)) {
      if (typeof writing === 'string') continue;
      const before = storedEvents().length;
      await writing.write();
      expect([kind, ...storedEvents().slice(before)]).toEqual([kind, ...writing.events]);
    }
  });
});

test('a channel that another process adds gets the next change', async () => {
  await call('POST', path, validDraft);
  const before = storedEvents().length;
  const elsewhere = new Database(service.database.filename);
  addChannel({ ...service, database: elsewhere }, 'first', 1, { events: 'subscription.created' });
  elsewhere.close();
  await call('POST', path, validDraft);
  // One for it, and one for the channel of the test before.
  expect(storedEvents().slice(before)).toEqual(['subscription.created', 'subscription.created']);
});

test('the guide shows the members that a change has', async () => {
  const guide = await Bun.file(join(import.meta.dir, '../../../../docs/reminders.md')).text();
  const shown = Array.from(guide.matchAll(/^```json\n(\{.*?\})\n```$/gms), ([, json = '']) => json);
  const example = JSON.parse(shown.find((json) => json.includes('"subscription.renewed"')) ?? '{}') as Sent;
  const select = `SELECT data_json AS data FROM delivery_changes WHERE event = 'subscription.renewed'`;
  const stored = JSON.parse(service.database.query<{ data: string }, []>(select).get()?.data ?? '{}') as Sent['data'];
  expect(Object.keys(example.data)).toEqual(Object.keys(stored));
  expect(Object.keys(example.data.renewal)).toEqual(Object.keys(stored.renewal));
  expect(stored.subscription).toMatchObject(
    Object.fromEntries(Object.keys(example.data.subscription).map((name) => [name, expect.anything()])),
  );
});

test('the event of an import, and of its undo, has its id and its counts, and no subscription', async () => {
  const drafts = [1, 2, 3].map((place) => ({ ...validDraft, name: `Imported ${place}` }));
  const { report } = await importFile(service, service.keys.write, fileOf(...drafts));
  await call('POST', `/api/v1/imports/${report.id}/revert`);
  const select = 'SELECT data_json AS data FROM delivery_changes WHERE entity_id = ? ORDER BY delivery_sequence';
  const sent = service.database.query<{ data: string }, [string]>(select).all(report.id ?? '');
  expect(sent.map(({ data }) => JSON.parse(data) as object)).toEqual([
    { import: { id: report.id, format: 'duebook', rows: 3, created: 3, updated: 0 } },
    { import: { id: report.id, removed: 3, restored: 0 } },
  ]);
  const { json } = await service.call('GET', '/api/v1/deliveries?limit=2');
  expect(json.data as object).toMatchObject([
    { type: 'subscriptions.import_reverted', subscriptionIds: [] },
    { type: 'subscriptions.imported', subscriptionIds: [] },
  ]);
});

interface Sent {
  readonly data: { readonly subscription: object; readonly previous: object; readonly renewal: object };
}

function storedEvents(): readonly string[] {
  const select = 'SELECT event FROM delivery_changes ORDER BY delivery_sequence';
  return service.database
    .query<{ event: string }, []>(select)
    .all()
    .map(({ event }) => event);
}
