import { databaseOn } from '../../src/core/database/db.ts';
import { afterAll } from 'bun:test';
import { listenOn, type AppDependencies } from '../../src/app.ts';
import type { Scope } from '../../src/core/access/scope.ts';
import { settingRules, type Settings } from '../../src/core/config/settings.ts';
import { composeApiKey } from '../../src/core/access/apiKey.ts';
import type { SubscriptionView } from '../../src/modules/subscriptions/model.ts';
import { openDatabase } from '../../src/core/database/database.ts';
import { createStore } from '../../src/modules/store.ts';
import { openWriteQueue } from '../../src/core/writer/queue.ts';
import { instantOf, systemClock, systemRandomness } from '../../src/core/runtime/system.ts';
import { openChannels } from '../../src/server/channels.ts';
import { limitOwners, type OwnerLimits } from '../../src/core/writer/roomForOwners.ts';
import { createTestClock } from './clock.ts';
import { contractOf, withoutReferences, type OpenApiDocument } from './contract.ts';
import { importInline } from './inlineImports.ts';
import { writeInline } from './inlineWrites.ts';
import { inventedPageFiles } from './pageFiles.ts';
import { plainApp } from './plainApp.ts';
import { directoryInMemory, temporaryDirectory } from './temporaryDirectory.ts';
import { validDraft } from './validDraft.ts';
import { addKey } from './operator.ts';

export { validDraft };

/** What the tests of a service may choose as it is. */
type Chosen = Partial<
  Pick<
    AppDependencies,
    | 'timeZone'
    | 'fetchesRates'
    | 'currencies'
    | 'diagnose'
    | 'quota'
    | 'invalidKeys'
    | 'basePath'
    | 'passwords'
    | 'onUse'
    | 'observation'
    | 'metrics'
    | 'instanceId'
  >
>;

/** Options of a service. */
export interface ServiceOptions extends Chosen {
  /** The first instant of the clock. */
  readonly now?: string;
  /** Whether it writes over `database` and not in a worker, so that a test can make that connection fail. */
  readonly writesInline?: boolean;
  /** What owners may have. */
  readonly ownerLimits?: OwnerLimits;
  /** Other allowed origins of MCP. */
  readonly mcpAllowedOrigins?: readonly string[];
  readonly trustedProxies?: string;
  readonly mail?: Partial<Pick<Settings, 'mailAllow' | 'smtpUrl' | 'smtpFrom'>>;
  /** Where and how people sign in. */
  readonly signIn?: Partial<NonNullable<AppDependencies['signIn']>>;
  /** The results of the readiness checks. */
  readonly checks?: AppDependencies['checkReadiness'] extends () => Promise<infer Checks> ? Checks : never;
}

/** Options of a request. */
export interface Call {
  /** The key; null for none (default: the write key of owner `first`). */
  readonly key?: string | null;
  /** A value to send as JSON. */
  readonly json?: unknown;
  /** A body to send unchanged. */
  readonly raw?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error of an answer. */
export interface ErrorView {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly suggestedFix?: string;
  readonly allowedValues?: readonly string[];
  readonly writableFields?: readonly string[];
  readonly current?: SubscriptionView;
  readonly conflictingFields?: readonly string[];
  readonly changed?: readonly { readonly id: string; readonly name: string | null }[];
  readonly faults?: readonly (ErrorView & { readonly index?: number })[];
}

/** An answer that conforms to the OpenAPI document. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body; members that do not exist are undefined. */
  readonly json: AnswerBody;
}

/** Every member that some answer has. A test that reads one asserts that it exists. */
interface AnswerBody {
  readonly requestId: string;
  readonly error: ErrorView;
  readonly data: SubscriptionView;
  readonly deleted: boolean;
  readonly [member: string]: unknown;
}

interface Pagination {
  readonly limit: number;
  readonly offset: number;
  readonly hasMore: boolean;
}

/** The body of a list of subscriptions. */
export interface ListBody {
  readonly data: readonly SubscriptionView[];
  readonly pagination: Pagination;
  readonly query: { readonly sort: string; readonly filters: Readonly<Record<string, string>> };
}

/** The body of a page of the audit trail. */
export interface AuditBody {
  readonly data: readonly {
    readonly id: string;
    readonly subscriptionId: string;
    readonly apiKeyId: string;
    readonly requestId: string;
    readonly action: string;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly createdAt: string;
  }[];
  readonly pagination: Pagination;
}

/** The code of the integrity worker. */
export const integrityWorkerUrl = new URL('../../src/server/integrityWorker.ts', import.meta.url);

/** The code of the backup worker. */
export const backupWorkerUrl = new URL('../../src/core/backup/worker.ts', import.meta.url);

/** The code of the write worker. */
export const writeWorkerUrl = new URL('../../src/modules/worker.ts', import.meta.url);

/** The code of the read worker. */

/** The code of the import worker. */
export const importWorkerUrl = new URL('../../src/modules/imports/worker.ts', import.meta.url);

/** Options of a write queue on a data directory. */
export function queueOptions(dataDirectory: string, log: string[]) {
  return {
    dataDirectory,
    workerUrl: writeWorkerUrl,
    ...systemClock,
    log: (line: string) => void log.push(line),
  };
}

/** A service on a real socket with a database file, and a clock that the test moves. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** The OpenAPI document of each kind of service, and its check. Both are slow to make, so services of a kind share them. */
const descriptions = new Map<string, ReturnType<typeof describe>>();

async function describe(origin: string) {
  const document = withoutReferences((await (await fetch(`${origin}/openapi.json`)).json()) as OpenApiDocument);
  return { document, check: contractOf(document) };
}

/** Starts a service for one test file. It stops when the file ends. */
export async function startService(options: ServiceOptions = {}) {
  const directory = directoryInMemory();
  const database = openDatabase(directory);
  const store = createStore(database);
  const log: string[] = [];
  const { ownerLimits } = options;
  if (ownerLimits !== undefined) limitOwners(databaseOn(database), ownerLimits);
  const queue =
    options.writesInline === true ? undefined : openWriteQueue({ ...queueOptions(directory, log), ownerLimits });
  const writes = queue ?? writeInline(database);
  const clock = createTestClock(options.now ?? '2026-06-16T12:00:00.000Z');

  /** Creates a key, and its owner if the name is new. */
  const makeKey = (owner: string, scope: Scope, expiresAt: string | null = null) =>
    makeKeyRecord(owner, scope, expiresAt).key;

  function makeKeyRecord(owner: string, scope: Scope, expiresAt: string | null = null) {
    const key = composeApiKey(scope, systemRandomness.bytes);
    const id = systemRandomness.uuid();
    addKey(store, { key, id, owner, scope, name: null, createdAt: instantOf(clock), expiresAt });
    return { key, id };
  }

  const keys = {
    write: makeKey('first', 'write'),
    read: makeKey('first', 'read'),
    otherWrite: makeKey('second', 'write'),
  };
  const { mcpAllowedOrigins = [], trustedProxies = '', mail, signIn, checks = {}, basePath = '', ...chosen } = options;
  const sending = {
    dataDir: directory,
    publicUrl: null,
    outgoingAllow: [],
    mailAllow: [],
    smtpUrl: null,
    smtpFrom: null,
    ...mail,
  };
  const noted = { warn: (line: string) => void log.push(line) };
  const channels = openChannels({ settings: sending, clock, randomness: systemRandomness, log: noted, store });
  const app = plainApp({
    ...chosen,
    ...(ownerLimits !== undefined && { ownerLimits }),
    store,
    writes,
    clock,
    basePath,
    log: (line) => log.push(line),
    warn: (line) => log.push(line),
    trustedProxies: settingRules.trustedProxies.parse(trustedProxies) ?? [],
    checkReadiness: () => Promise.resolve(checks),
    pageFiles: inventedPageFiles(temporaryDirectory()),
    mcpOrigins: { ownHost: 'nas.example', allowedOrigins: mcpAllowedOrigins },
    channels: channels.port,
    imports: importInline(store),
    signIn: { publicUrl: null, allowedHosts: [], authHeader: null, createFor: null, ...signIn },
  });
  const server = listenOn(app, { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${server.port}${basePath}`;
  const kind = `${basePath} ${options.metrics !== undefined} ${JSON.stringify(options.currencies)}`;
  const description = descriptions.get(kind) ?? describe(origin);
  descriptions.set(kind, description);
  const { document, check } = await description;
  afterAll(async () => {
    await server.stop(true);
    await queue?.close();
    store.close();
  });

  /** Sends a request, checks the answer against the OpenAPI document, and returns it. */
  async function call(
    method: string,
    path: string,
    { key = keys.write, json, raw, headers }: Call = {},
  ): Promise<Answer> {
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(origin + path, {
      method,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    check({ method, path, status: response.status, headers: response.headers, text });
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (text.startsWith('{') ? JSON.parse(text) : {}) as AnswerBody,
    };
  }

  /** Creates a subscription from the valid draft with some fields changed. */
  async function create(fields: Readonly<Record<string, unknown>> = {}, key = keys.write): Promise<SubscriptionView> {
    const answer = await call('POST', '/api/v1/subscriptions', { key, json: { ...validDraft, ...fields } });
    if (answer.status !== 201) throw new Error(`a subscription could not be created: ${answer.text}`);
    return answer.json.data;
  }

  /** The page of subscriptions for a query such as `?limit=2&sort=name`. */
  async function list(query = '', key = keys.write): Promise<ListBody> {
    const answer = await call('GET', `/api/v1/subscriptions${query}`, { key });
    if (answer.status !== 200) throw new Error(`the subscriptions could not be listed: ${answer.text}`);
    return answer.json as unknown as ListBody;
  }

  /** The page of audit entries for a query. */
  async function auditTrail(query = '', key = keys.write): Promise<AuditBody> {
    const answer = await call('GET', `/api/v1/audit${query}`, { key });
    if (answer.status !== 200) throw new Error(`the audit trail could not be read: ${answer.text}`);
    return answer.json as unknown as AuditBody;
  }

  return {
    call,
    create,
    list,
    auditTrail,
    makeKey,
    makeKeyRecord,
    keys,
    clock,
    store,
    writes,
    channels,
    database,
    directory,
    origin,
    document,
    log,
    app,
  };
}
