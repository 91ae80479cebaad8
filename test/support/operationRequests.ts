import { systemRandomness } from '../../src/core/runtime/system.ts';
import { pathOf } from './expectations.ts';
import { operations, type OperationId, type OperationRow } from './operations.ts';
import { newestEntry, paymentsOf, renew } from './payments.ts';
import { fileOf, importFile } from './imports.ts';
import { addChannel, addDelivery } from './reminders.ts';
import { addCode, addUser, signedIn, withSession } from './people.ts';
import { validDraft, type Call, type Service } from './service.ts';

/** A channel whose receiver does not listen. */
export const channelDraft = { name: 'Phone', type: 'webhook', settings: { url: 'http://127.0.0.1:9/' } };

const rates = { base: 'EUR', rates: { USD: 1.1642 } };

/** The bodies with which operations succeed; the others need none. */
const bodies: Readonly<Partial<Record<OperationId, (service: Service) => unknown>>> = {
  createSubscription: () => validDraft,
  updateSubscription: () => ({ name: 'Renamed' }),
  updateDetails: () => ({ notes: 'Changed' }),
  batchSubscriptions: () => ({ operations: [{ action: 'create', subscription: validDraft }] }),
  createSession: ({ keys }) => ({ apiKey: keys.write }),
  setPassword: () => ({ new: 'correct horse' }),
  updatePayment: () => ({ amount: 1 }),
  createReminder: () => ({ event: 'renewal', daysBefore: [3, 0] }),
  updateReminder: () => ({ at: '18:30' }),
  updatePreferences: () => ({ autoRenew: true }),
  setRates: () => rates,
  createFeed: () => ({ name: 'Bills' }),
  createKey: () => ({ name: 'phone', scope: 'read' }),
  updateUser: () => ({ name: systemRandomness.uuid() }),
  createChannel: () => channelDraft,
  updateChannel: () => ({ name: 'Renamed' }),
  createUser: () => ({ name: systemRandomness.uuid(), scope: 'read' }),
  importSubscriptions: () => fileOf({ ...validDraft, name: `Imported ${systemRandomness.uuid()}` }),
};

/** What an operation is done to: new records of an owner, by the path of the record. */
const targets: Readonly<Record<string, (service: Service, owner: string, caller: Call) => Promise<string>>> = {
  async subscriptions(service, owner) {
    const key = service.makeKey(owner, 'write');
    const created = await service.create({ lastPaymentDate: '2026-05-10' }, key);
    await service.call('PATCH', `${pathOf(created)}/details`, { key, json: { notes: 'Present' } });
    return created.id;
  },
  async audit(service, owner) {
    const key = service.makeKey(owner, 'write');
    const created = await service.create({}, key);
    await service.call('PATCH', pathOf(created), { key, json: { amount: 1 } });
    return (await newestEntry(service, created, key)).id;
  },
  async requests(service, owner) {
    const key = service.makeKey(owner, 'write');
    const created = await service.create({}, key);
    return (await service.call('PATCH', pathOf(created), { key, json: { amount: 1 } })).json.requestId;
  },
  async payments(service, owner) {
    const key = service.makeKey(owner, 'write');
    const created = await service.create({ lastPaymentDate: '2026-05-10' }, key);
    await renew(service, created, { key });
    return (await paymentsOf(service, `?subscriptionId=${created.id}`, key)).data[0]?.id ?? '';
  },
  async reminders(service, owner) {
    const key = service.makeKey(owner, 'write');
    const json = { event: 'renewal', daysBefore: [1] };
    return (await service.call('POST', '/api/v1/reminders', { key, json })).json.data.id;
  },
  deliveries: (service, owner) => Promise.resolve(addDelivery(service, owner, 'failed', addChannel(service, owner))),
  async imports(service, owner) {
    const file = fileOf({ ...validDraft, name: `Imported ${systemRandomness.uuid()}` });
    const { answer, report } = await importFile(service, service.makeKey(owner, 'write'), file);
    if (report?.id === undefined) throw new Error(`the file was not imported: ${answer.text}`);
    return report.id;
  },
  async sessions(service, _owner, caller) {
    const { json } = await service.call('GET', '/api/v1/sessions', caller);
    return (json.data as unknown as readonly { readonly id: string }[] | undefined)?.[0]?.id ?? systemRandomness.uuid();
  },
  async feeds(service, owner) {
    const key = service.makeKey(owner, 'admin');
    const { json } = await service.call('POST', '/api/v1/feeds', { key, json: { name: 'Bills' } });
    return json.data.id;
  },
  async channels(service, owner) {
    const key = service.makeKey(owner, 'admin');
    return (await service.call('POST', '/api/v1/channels', { key, json: channelDraft })).json.data.id;
  },
  keys: (service, owner) => Promise.resolve(service.makeKeyRecord(owner, 'read').id),
  users: (service, owner) => addUser(service, systemRandomness.uuid(), { scope: 'read', owner }),
};

/** The id of a new record to which an operation can be done; undefined for an operation without one. */
async function targetOf(
  service: Service,
  { path, hasId }: Pick<OperationRow, 'path' | 'hasId'>,
  caller: Call,
  owner = 'first',
): Promise<string | undefined> {
  if (!hasId) return undefined;
  const [, , , kind = ''] = path.split('/');
  const make = targets[kind];
  if (make === undefined) throw new Error(`test/support/operationRequests.ts does not know how to make one of ${kind}`);
  return make(service, owner, caller);
}

/** A caller who may carry out an operation; each session is a new one, of a user who needs no present password. */
export async function callerFor(
  service: Service,
  { needs }: Pick<OperationRow, 'needs'>,
  owner = 'first',
): Promise<Call> {
  if (needs === 'nothing') return { key: null };
  if (needs !== 'session') return { key: service.makeKey(owner, needs) };
  const userId = await addUser(service, `user ${systemRandomness.uuid()}`, { scope: 'write', owner });
  return withSession(await signedIn(service, { code: addCode(service, userId) }));
}

/** An owner may have a few channels and rules only: those of earlier requests go. */
export function makeRoom({ database }: Service): void {
  for (const table of ['channels', 'reminders'])
    database.run(`DELETE FROM ${table} WHERE id NOT IN (SELECT id FROM ${table} ORDER BY sequence DESC LIMIT 10)`);
}

const needsRates = new Set<string>([operations.getRates.path, operations.getConvertedTotals.path]);

/** Sets exchange rates of an owner. */
export async function setRates(service: Service, owner = 'first', json: object = rates): Promise<void> {
  await service.call('PUT', operations.setRates.path, { key: service.makeKey(owner, 'write'), json });
}

type Asked = Pick<OperationRow, 'operationId' | 'path' | 'hasId'>;

/** A request with which an operation succeeds, for a caller who may. */
export async function requestOf(service: Service, row: Asked, caller: Call, owner?: string) {
  makeRoom(service);
  if (needsRates.has(row.path)) await setRates(service, owner);
  const id = await targetOf(service, row, caller, owner);
  const json = bodies[row.operationId]?.(service);
  return {
    path: row.path.replace('{id}', id ?? ''),
    call: { ...caller, ...(json !== undefined && { json }) },
  };
}
