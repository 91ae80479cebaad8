// Fastify with better-sqlite3 on Node, as its documentation shows it: JSON schemas for what comes in and what goes out.
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { openStore, type Caller, type ListQuery } from './nodeStore.ts';
import { currencies, periods, statuses, type Draft } from './record.ts';

const store = openStore(process.argv[2] ?? '');
const text = { type: 'string' } as const;
const subscription = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    category: text,
    amount: { type: 'number' },
    currency: text,
    period: text,
    customDate: text,
    lastPaymentDate: text,
    nextPaymentDate: text,
    notificationEnabled: { type: 'boolean' },
    status: text,
    createdAt: text,
    updatedAt: text,
  },
} as const;
const single = { type: 'object', properties: { data: subscription, requestId: text } } as const;
const page = {
  type: 'object',
  properties: {
    data: { type: 'array', items: subscription },
    pagination: {
      type: 'object',
      properties: { limit: { type: 'integer' }, offset: { type: 'integer' }, hasMore: { type: 'boolean' } },
    },
    query: {
      type: 'object',
      properties: { sort: text, filters: { type: 'object', additionalProperties: true } },
    },
    requestId: text,
  },
} as const;
const draft = {
  type: 'object',
  required: ['name', 'category', 'amount', 'currency', 'period', 'lastPaymentDate'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120 },
    category: { type: 'string', minLength: 1, maxLength: 80 },
    amount: { type: 'number', minimum: 0, maximum: 999_999.99 },
    currency: { enum: currencies },
    period: { enum: periods },
    lastPaymentDate: { type: 'string', format: 'date' },
    customDate: { type: 'string', pattern: '^[1-9]\\d*$' },
    notificationEnabled: { type: 'boolean' },
    status: { enum: statuses },
  },
  anyOf: [{ properties: { period: { enum: ['monthly', 'yearly'] } } }, { required: ['customDate'] }],
} as const;
const listQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
} as const;
const idPath = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } as const;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const app = fastify({ genReqId: () => randomUUID() });
app.decorateRequest('caller');
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  const caller = store.findCaller(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (caller === undefined) return reply.code(401).send({ error: 'invalid_api_key', requestId: request.id });
  if (caller.scope !== 'write' && request.method !== 'GET') {
    return reply.code(403).send({ error: 'insufficient_scope', requestId: request.id });
  }
  request.caller = caller;
});

app.get<{ Querystring: ListQuery }>(
  '/api/v1/subscriptions',
  { schema: { querystring: listQuery, response: { 200: page } } },
  async ({ caller, query, id }) => ({ ...store.list(caller.ownerId, query), requestId: id }),
);

app.get<{ Params: { id: string } }>(
  '/api/v1/subscriptions/:id',
  { schema: { params: idPath, response: { 200: single } } },
  async ({ caller, params, id }, reply) => {
    const data = store.find(caller.ownerId, params.id);
    if (data === undefined) return reply.code(404).send({ error: 'subscription_not_found', requestId: id });
    return { data, requestId: id };
  },
);

app.post<{ Body: Draft }>(
  '/api/v1/subscriptions',
  { schema: { body: draft, response: { 201: single } } },
  async ({ caller, body, id }, reply) => {
    reply.code(201);
    return { data: store.create(caller, id, body), requestId: id };
  },
);

console.log(`fastify listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
