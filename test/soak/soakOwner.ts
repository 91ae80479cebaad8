import { absentId, subscriptionsPath } from '../support/expectations.ts';
import { ConnectionLost, openConnection, requestBytes, type Connection } from '../generator/connection.ts';
import { anyChange, anyFields, bodyOf, draftBodyOf, type Fields, type Json } from '../generator/fields.ts';
import {
  anyAuditQuestion,
  anyListQuestion,
  queryOf,
  type AuditQuestion,
  type ListQuestion,
} from '../generator/questions.ts';
import { below, pick, pickWeighted, randomFrom, type Random } from '../generator/random.ts';
import {
  expectedDuplicates,
  expectedList,
  expectedOptimizations,
  expectedSummary,
  expectedTrail,
} from './soakAnswers.ts';
import {
  changed,
  created,
  recordChange,
  recordCreation,
  recordDeletion,
  viewOf,
  type OwnerModel,
  type SoakEntry,
} from './soakModel.ts';

/** A key that the command line created. */
export interface SoakKey {
  readonly id: string;
  readonly key: string;
}

/** Options of an owner in the soak test. */
export interface SoakOwnerOptions {
  readonly write: SoakKey;
  readonly read: SoakKey;
  readonly seed: number;
  /** The day on which the test began, `YYYY-MM-DD`. */
  readonly today: string;
  /** Returns the id of another owner's record. */
  readonly strangersId: () => string;
}

interface SoakReply {
  readonly status: number;
  readonly requestId: string;
  readonly json: Json;
}

/** A write without an answer. */
type Pending =
  | { readonly kind: 'create'; readonly fields: Fields }
  | { readonly kind: 'change'; readonly id: string; readonly change: Partial<Fields>; readonly body: Json }
  | { readonly kind: 'delete'; readonly id: string };

/** An owner that writes sequentially, reads with several clients between, and knows the expected answers. */
export type SoakOwner = ReturnType<typeof createSoakOwner>;

const readersAtOnce = 3;
const recordsMax = 70;
const auditPath = '/api/v1/audit';
const analyticsPath = '/api/v1/analytics';

/** Creates an owner without records. */
export function createSoakOwner({ write, read, seed, today, strangersId }: SoakOwnerOptions) {
  const random = randomFrom(seed);
  const model: OwnerModel = { records: new Map(), trail: [] };
  const gone: string[] = [];
  let connections: readonly Connection[] = [];
  let host = '';
  let pending: Pending | undefined;
  let operations = 0;

  async function call(reader: number, { key }: SoakKey, method: string, path: string, body?: Json): Promise<SoakReply> {
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
    pending = { kind: 'change', id: record.id, change: wanted, body };
    const began = readClocks();
    const reply = await call(0, write, 'PATCH', `${subscriptionsPath}/${record.id}`, body);
    const { updatedAt } = (reply.json['data'] ?? {}) as { updatedAt: string };
    const after = changed(record, wanted, updatedAt);
    expectSame('a change', reply, { status: 200, requestId: reply.requestId, json: { data: viewOf(after) } });
    expectNow(updatedAt, began);
    recordChange(model, after, body, { apiKeyId: write.id, requestId: reply.requestId, at: updatedAt });
    pending = undefined;
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
    const draft = draftBodyOf(random, anyFields(random, today));
    const [own = absentId] = model.records.keys();
    const { id: stranger } = { id: strangersId() };
    const [key, method, path, body, status] = pick<readonly [SoakKey, string, string, Json | undefined, number]>(
      random,
      [
        [read, 'POST', subscriptionsPath, draft, 403],
        [read, 'PATCH', `${subscriptionsPath}/${own}`, { amount: 1 }, 403],
        [read, 'DELETE', `${subscriptionsPath}/${own}`, undefined, 403],
        [write, 'POST', subscriptionsPath, { ...draft, amount: 1.005 }, 400],
        [write, 'POST', subscriptionsPath, { ...draft, id: absentId }, 400],
        [write, 'PATCH', `${subscriptionsPath}/${own}`, {}, 400],
        [write, 'PATCH', `${subscriptionsPath}/${own}`, { name: 'x', period: 'custom', customDate: '0' }, 400],
        [write, 'PATCH', `${subscriptionsPath}/${stranger}`, { amount: 1 }, 404],
        [write, 'DELETE', `${subscriptionsPath}/${stranger}`, undefined, 404],
        [write, 'GET', `${subscriptionsPath}/${stranger}`, undefined, 404],
        [write, 'PATCH', `${subscriptionsPath}/${gone.at(-1) ?? absentId}`, { status: 'active' }, 404],
      ],
    );
    const reply = await call(0, key, method, path, body);
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
      [deletions, remove],
      [8, beRefused],
    ])();
  }

  async function expectRead(reader: number, path: string, expected: Json, status = 200): Promise<void> {
    const reply = await call(reader, reader % 2 === 0 ? write : read, 'GET', path);
    if (status !== 200) expectSame(`the status of ${path}`, reply.status, status);
    else expectSame(path, { status: reply.status, json: reply.json }, { status, json: expected });
  }

  async function readList(reader: number, question: ListQuestion): Promise<void> {
    await expectRead(reader, subscriptionsPath + queryOf(question), expectedList(model, question));
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
    return pickWeighted<() => Promise<void>>(draw, [
      [2, () => readOne(reader, pick(draw, [...ids, absentId, ...gone.slice(-3)]))],
      [4, () => readList(reader, anyListQuestion(draw, today))],
      [2, () => readTrail(reader, anyAuditQuestion(draw, [...ids, ...gone.slice(-3)]))],
      [1, () => readSummary(reader, 1 + below(draw, 365))],
      [1, () => expectRead(reader, `${analyticsPath}/duplicates`, { duplicates: expectedDuplicates(model) })],
      [1, () => expectRead(reader, `${analyticsPath}/optimizations`, { optimizations: expectedOptimizations(model) })],
    ])();
  }

  async function readOne(reader: number, id: string): Promise<void> {
    const record = model.records.get(id);
    await expectRead(reader, `${subscriptionsPath}/${id}`, record ? { data: viewOf(record) } : {}, record ? 200 : 404);
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
    const about = asked.kind === 'change' ? `&subscriptionId=${asked.id}` : '';
    const { json } = await call(0, write, 'GET', `${auditPath}?limit=1${about}`);
    const [entry] = json['data'] as readonly SoakEntry[];
    if (entry === undefined || model.trail.some(({ requestId }) => requestId === entry.requestId)) return;
    const origin = { apiKeyId: write.id, requestId: entry.requestId, at: entry.createdAt };
    if (asked.kind === 'create') {
      recordCreation(model, created(asked.fields, entry.subscriptionId, entry.createdAt), origin);
      return;
    }
    const record = model.records.get(asked.id);
    if (record === undefined) throw new Error(`the model has no record ${asked.id}`);
    recordChange(model, changed(record, asked.change, entry.createdAt), asked.body, origin);
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

/** Waits for all, also after a failure. A wrong answer takes precedence over a lost connection. */
async function settled(reads: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(reads);
  const reasons = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof ConnectionLost)) ?? reasons[0];
}

function expectSame(what: string, answered: unknown, expected: unknown): void {
  if (Bun.deepEquals(answered, expected, true)) return;
  throw new Error(`${what} was answered\n${JSON.stringify(answered)}\nand not\n${JSON.stringify(expected)}`);
}

/** The wall-clock time, and the time of a monotonic clock. */
function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}

function expectNow(instant: string, began: ReturnType<typeof readClocks>): void {
  const milliseconds = Date.parse(instant);
  const ended = readClocks();
  // How far the wall clock was set back meanwhile.
  const setBack = Math.max(0, ended.monotonic - began.monotonic - (ended.wall - began.wall));
  if (milliseconds < began.wall - setBack || milliseconds > ended.wall + setBack)
    throw new Error(`${instant} is not the time of the request`);
}
