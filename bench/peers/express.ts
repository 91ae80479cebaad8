// Express with zod and better-sqlite3 on Node.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { draftSchema, idSchema, listSchema } from './draftSchema.ts';
import { openStore, type Caller } from './nodeStore.ts';

interface Locals {
  requestId: string;
  caller: Caller;
}

type LocalResponse = Response<unknown, Locals>;

const store = openStore(process.argv[2] ?? '');
const app = express();
app.disable('x-powered-by');
app.use(express.json());

app.use((request: Request, response: LocalResponse, next: NextFunction) => {
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.set('x-request-id', requestId);
  const caller = store.findCaller(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (caller === undefined) {
    response.status(401).json({ error: 'invalid_api_key', requestId });
    return;
  }
  if (caller.scope !== 'write' && request.method !== 'GET') {
    response.status(403).json({ error: 'insufficient_scope', requestId });
    return;
  }
  response.locals.caller = caller;
  next();
});

app.get('/api/v1/subscriptions', (request: Request, response: LocalResponse) => {
  const { caller, requestId } = response.locals;
  const query = listSchema.safeParse(request.query);
  if (!query.success) {
    response.status(400).json({ error: 'invalid_query', requestId });
    return;
  }
  response.json({ ...store.list(caller.ownerId, query.data), requestId });
});

app.get('/api/v1/subscriptions/:id', (request: Request, response: LocalResponse) => {
  const { caller, requestId } = response.locals;
  const params = idSchema.safeParse(request.params);
  if (!params.success) {
    response.status(400).json({ error: 'invalid_subscription_id', requestId });
    return;
  }
  const data = store.find(caller.ownerId, params.data.id);
  if (data === undefined) {
    response.status(404).json({ error: 'subscription_not_found', requestId });
    return;
  }
  response.json({ data, requestId });
});

app.post('/api/v1/subscriptions', (request: Request, response: LocalResponse) => {
  const { caller, requestId } = response.locals;
  const draft = draftSchema.safeParse(request.body);
  if (!draft.success) {
    response.status(400).json({ error: 'invalid_subscription', requestId });
    return;
  }
  response.status(201).json({ data: store.create(caller, requestId, draft.data), requestId });
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`express listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
