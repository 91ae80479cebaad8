import type { CreatedKey } from '../support/binary.ts';
import { absentId, subscriptionsPath } from '../support/expectations.ts';
import { apiOperations } from '../generator/api.ts';
import { ConnectionLost, openConnection, requestBytes, type Connection } from '../generator/connection.ts';
import { anyChange, anyFields, bodyOf, draftBodyOf, type Json } from '../generator/fields.ts';
import { anyAuditQuestion, anyListQuestion, queryOf, type AuditQuestion } from '../generator/questions.ts';
import { below, pick, pickWeighted, randomFrom, type Random } from '../generator/random.ts';
import {
  expectedDuplicates,
  expectedList,
  expectedOptimizations,
  expectedPayments,
  expectedSummary,
  expectedTrail,
} from './soakAnswers.ts';
import { anyRefusal } from './soakRefusals.ts';
import { expectNow, expectSame, readClocks, settled, type SoakReply } from './soakChecks.ts';
import {
  anyDetailsChange,
  changed,
  created,
  recordChange,
  recordCreation,
  recordDeletion,
  recordDetails,
  shownDetails,
  recordRenewal,
  viewOf,
  type Origin,
  type OwnerModel,
  type Pending,
  type SoakEntry,
} from './soakModel.ts';

/** Options of an owner in the soak test. */
export interface SoakOwnerOptions {
  readonly write: CreatedKey;
  readonly read: CreatedKey;
  readonly seed: number;
  /** The day on which the test began, `YYYY-MM-DD`. */
  readonly today: string;
  /** Returns the id of another owner's record. */
  readonly strangersId: () => string;
}

/** An owner that writes sequentially, reads with several clients between, and knows the expected answers. */
export type SoakOwner = ReturnType<typeof createSoakOwner>;

const readersAtOnce = 3;
const recordsMax = 70;
const farDay = '9980-01-01';
const [auditPath, analyticsPath] = ['/api/v1/audit', '/api/v1/analytics'];
const otherReads = apiOperations
  .filter(({ method, needs }) => method === 'GET' && needs === 'read')
  .flatMap(({ path }) => (/\{id\}|\/rates$|\/converted$/.test(path) ? [] : [path]));

/** Creates an owner without records. */
export function createSoakOwner({ write, read, seed, today, strangersId }: SoakOwnerOptions) {
  const random = randomFrom(seed);
  const model: OwnerModel = { records: new Map(), payments: [], trail: [] };
  const gone: string[] = [];
  let connections: readonly Connection[] = [];
  let host = '';
  let pending: Pending | undefined;
  let operations = 0;

  async function call(
    reader: number,
    { key }: CreatedKey,
    method: string,
    path: string,
    body?: Json,
  ): Promise<SoakReply> {
    const connection = connections[reader];
    if (connection === undefined) throw new Error('the owner is not connected');
    const headers = [`host: ${host}`, `authorization: Bearer ${key}`];
    const bytes = requestBytes(method, path, headers, body && Buffer.from(JSON.stringify(body)));
    const { status, headers: answered, text } = await connection.ask(method, bytes);
    operations += 1;
    const { requestId, ...json } = JSON.parse(text) as Json;
    expectSame('the request id', requestId, answered.get('x-request-id'));
    return { status, requestId: String(requestId), json };
  }

  async function create(): Promise<void> {
    const fields = anyFields(random, today);
    pending = { kind: 'create', fields };
    const began = readClocks();
    const reply = await call(0, write, 'POST', subscriptionsPath, draftBodyOf(random, fields));
    const { id, createdAt } = reply.json['data'] as { id: string; createdAt: string };
    const record = created(fields, id, createdAt);
    expectSame('a creation', reply, { status: 201, requestId: reply.requestId, json: { data: viewOf(record) } });
    expectNow(createdAt, began);
    if (model.records.has(id) || gone.includes(id)) throw new Error(`the id ${id} was given twice`);
    recordCreation(model, record, { apiKeyId: write.id, requestId: reply.requestId, at: createdAt });
    pending = undefined;
  }

  async function change(): Promise<void> {
    const record = pick(random, Array.from(model.records.values()));
    const wanted = anyChange(random, today, record);
    const body = bodyOf(wanted);
    const enter = (origin: Origin) => recordChange(model, record.id, wanted, body, origin);
    pending = { kind: 'update', id: record.id, enter };
    const began = readClocks();
    const reply = await call(0, write, 'PATCH', `${subscriptionsPath}/${record.id}`, body);
    const { updatedAt } = (reply.json['data'] ?? {}) as { updatedAt: string };
    const after = changed(record, wanted, updatedAt);
    expectSame('a change', reply, { status: 200, requestId: reply.requestId, json: { data: viewOf(after) } });
    expectNow(updatedAt, began);
    enter({ apiKeyId: write.id, requestId: reply.requestId, at: updatedAt });
    pending = undefined;
  }

  /** Records the next payment of a record; one that is not active is refused. */
  async function renew(): Promise<void> {
    const { id, status, nextPaymentDate: dueOn } = pick(random, Array.from(model.records.values()));
    // There is always a payment after it.
    if (dueOn > farDay) return;
    const amountHundredths = random() < 0.5 ? undefined : below(random, 100_000);
    const body = { dueOn, ...(amountHundredths !== undefined && { amount: amountHundredths / 100 }) };
    const enter = (origin: Origin) => recordRenewal(model, id, amountHundredths, origin);
    pending = { kind: 'update', id, enter };
    const began = readClocks();
    const reply = await call(0, write, 'POST', `${subscriptionsPath}/${id}/renew`, body);
    if (status === 'active') {
      const { updatedAt } = reply.json['data'] as { updatedAt: string };
      expectNow(updatedAt, began);
      enter({ apiKeyId: write.id, requestId: reply.requestId, at: updatedAt });
      const after = model.records.get(id);
      expectSame('a renewal', reply.json, { data: after && viewOf(after) });
    } else expectSame('a renewal of what is not active', reply.status, 409);
    pending = undefined;
  }

  /** Changes the details of a record. */
  async function describe(): Promise<void> {
    const { id } = pick(random, Array.from(model.records.values()));
    const details = anyDetailsChange(random, today);
    const enter = (origin: Origin) => recordDetails(model, id, details, origin);
    pending = { kind: 'update', id, enter };
    const { status, requestId, json } = await call(0, write, 'PATCH', `${subscriptionsPath}/${id}/details`, details);
    expectSame(`the status of details ${JSON.stringify(details)}`, status, 200);
    const entry = await newestEntry(`&subscriptionId=${id}`);
    expectSame('the entry of a change of details', entry?.requestId, requestId);
    enter({ apiKeyId: write.id, requestId, at: String(entry?.createdAt) });
    expectSame('a change of details', json, { data: shownDetails(model, id, today) });
    pending = undefined;
  }

  async function newestEntry(query: string): Promise<SoakEntry | undefined> {
    const { json } = await call(0, write, 'GET', `${auditPath}?limit=1${query}`);
    return (json['data'] as readonly SoakEntry[])[0];
  }

  async function remove(): Promise<void> {
    const id = pick(random, Array.from(model.records.keys()));
    pending = { kind: 'delete', id };
    const { status, json } = await call(0, write, 'DELETE', `${subscriptionsPath}/${id}`);
    expectSame('a deletion', { status, json }, { status: 200, json: { deleted: true } });
    forget(id);
    pending = undefined;
  }

  function forget(id: string): void {
    recordDeletion(model, id);
    gone.push(id);
  }

  /** Sends a write that must be refused without an effect. */
  async function beRefused(): Promise<void> {
    const [own = absentId] = model.records.keys();
    const ids = { own, stranger: strangersId(), gone: gone.at(-1) ?? absentId };
    const { isOfReader, method, path, body, status } = anyRefusal(random, today, ids);
    const reply = await call(0, isOfReader ? read : write, method, path, body);
    expectSame(`a refusal of ${method} ${path} ${JSON.stringify(body)}`, reply.status, status);
  }

  async function writeOnce(): Promise<void> {
    const count = model.records.size;
    if (count === 0) return create();
    const creations = count < 15 ? 60 : 25;
    const deletions = count > recordsMax ? 60 : 10;
    return pickWeighted<() => Promise<void>>(random, [
      [creations, create],
      [50, change],
      [20, renew],
      [15, describe],
      [deletions, remove],
      [8, beRefused],
    ])();
  }

  /** Reads what there is a model of, or only whether it is answered. */
  async function expectRead(reader: number, path: string, expected?: Json, status = 200): Promise<void> {
    const reply = await call(reader, reader % 2 === 0 ? write : read, 'GET', path);
    expectSame(`the status of ${path}`, reply.status, status);
    if (expected !== undefined) expectSame(path, reply.json, expected);
  }

  async function readTrail(reader: number, question: AuditQuestion): Promise<void> {
    const path = auditPath + queryOf(question);
    const { json } = await call(reader, read, 'GET', path);
    const { data, pagination } = expectedTrail(model, question);
    const told = json['data'] as readonly SoakEntry[];
    // An entry keeps the id that an answer first showed.
    for (const [position, entry] of data.entries()) entry.id ??= told[position]?.id;
    expectSame(path, json, { data, pagination });
  }

  async function readPayments(reader: number, limit: number): Promise<void> {
    const question = { limit, offset: below(random, 20) };
    const path = `/api/v1/payments${queryOf(question)}`;
    const { json } = await call(reader, read, 'GET', path);
    const told = (json['data'] as readonly Json[]).map(({ id: _id, ...payment }) => payment);
    expectSame(path, { ...json, data: told }, expectedPayments(model, question));
  }

  async function readSummary(reader: number, horizonDays: number): Promise<void> {
    const began = readClocks();
    const path = `${analyticsPath}/summary?horizonDays=${horizonDays}`;
    const { json } = await call(reader, read, 'GET', path);
    const { asOf } = json['summary'] as { asOf: string };
    expectNow(asOf, began);
    expectSame(path, json, { summary: expectedSummary(model, asOf, horizonDays) });
  }

  async function readOnce(reader: number, draw: Random): Promise<void> {
    const ids = Array.from(model.records.keys());
    const list = anyListQuestion(draw, today);
    return pickWeighted<() => Promise<void>>(draw, [
      [2, () => readOne(reader, pick(draw, [...ids, absentId, ...gone.slice(-3)]))],
      [4, () => expectRead(reader, subscriptionsPath + queryOf(list), expectedList(model, list))],
      [2, () => readTrail(reader, anyAuditQuestion(draw, [...ids, ...gone.slice(-3)]))],
      [1, () => readPayments(reader, 1 + below(draw, 20))],
      [1, () => readSummary(reader, 1 + below(draw, 365))],
      [1, () => expectRead(reader, `${analyticsPath}/duplicates`, { duplicates: expectedDuplicates(model) })],
      [1, () => expectRead(reader, pick(draw, otherReads))],
      [1, () => expectRead(reader, `${analyticsPath}/optimizations`, { optimizations: expectedOptimizations(model) })],
    ])();
  }

  async function readOne(reader: number, id: string): Promise<void> {
    const record = model.records.get(id);
    await expectRead(reader, `${subscriptionsPath}/${id}`, record && { data: viewOf(record) }, record ? 200 : 404);
  }

  /** Finds out whether the write without an answer was executed, completely or not at all. */
  async function settle(): Promise<void> {
    const asked = pending;
    pending = undefined;
    if (asked === undefined) return;
    if (asked.kind === 'delete') {
      const { status } = await call(0, write, 'GET', `${subscriptionsPath}/${asked.id}`);
      if (status === 404) forget(asked.id);
      return;
    }
    const about = asked.kind === 'update' ? `&subscriptionId=${asked.id}` : '';
    const entry = await newestEntry(about);
    if (entry === undefined || model.trail.some(({ requestId }) => requestId === entry.requestId)) return;
    const origin = { apiKeyId: write.id, requestId: entry.requestId, at: entry.createdAt };
    if (asked.kind === 'create') {
      recordCreation(model, created(asked.fields, entry.subscriptionId, entry.createdAt), origin);
      return;
    }
    asked.enter(origin);
  }

  return {
    model,
    /** The number of answered requests. */
    operations: () => operations,

    /** Connects to a started server, and settles the write that the last server left unanswered. */
    async connect(origin: string): Promise<void> {
      ({ host } = new URL(origin));
      connections = await Promise.all(Array.from({ length: readersAtOnce }, () => openConnection(origin)));
      await settle();
    },

    /** Writes and reads until it is told to stop or the server ends. */
    async work(isEnough: () => boolean): Promise<void> {
      try {
        while (!isEnough()) {
          await writeOnce();
          const readers = Array.from({ length: below(random, readersAtOnce + 1) }, (_, reader) => reader);
          const reads = readers.map((reader) => readOnce(reader, random));
          await settled(reads);
        }
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
      }
    },

    disconnect(): void {
      for (const connection of connections) connection.close();
    },
  };
}
