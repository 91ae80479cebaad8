// Hono on Bun, with zod and Drizzle's query builder over bun:sqlite.
import { Database } from 'bun:sqlite';
import { createHash, randomUUID } from 'node:crypto';
import { zValidator } from '@hono/zod-validator';
import { and, desc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requestId, type RequestIdVariables } from 'hono/request-id';
import { draftSchema, idSchema, listSchema } from './draftSchema.ts';
import { rowOf, view, type Draft } from './record.ts';
import { apiKeys, auditEntries, subscriptions } from './tables.ts';

const connection = new Database(process.argv[2] ?? '', { readwrite: true });
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
  connection.run(`PRAGMA ${pragma}`);
}
const database = drizzle(connection);

type ApiKey = typeof apiKeys.$inferSelect;
interface Variables extends RequestIdVariables {
  apiKey: ApiKey;
}

function findKey(authorization: string | undefined): ApiKey | undefined {
  const hash = createHash('sha256')
    .update(authorization?.replace(/^Bearer /, '') ?? '')
    .digest('hex');
  const key = database.select().from(apiKeys).where(eq(apiKeys.hash, hash)).get();
  if (key === undefined || key.revokedAt !== null) return undefined;
  return key.expiresAt !== null && key.expiresAt <= new Date().toISOString() ? undefined : key;
}

const authenticate = createMiddleware<{ Variables: Variables }>(async (context, next) => {
  const key = findKey(context.req.header('authorization'));
  if (key === undefined) return context.json({ error: 'invalid_api_key', requestId: context.get('requestId') }, 401);
  if (key.scope !== 'write' && context.req.method !== 'GET') {
    return context.json({ error: 'insufficient_scope', requestId: context.get('requestId') }, 403);
  }
  context.set('apiKey', key);
  return next();
});

function create({ id: apiKeyId, ownerId }: ApiKey, draft: Draft, callId: string) {
  return database.transaction(
    (transaction) => {
      const row = rowOf(draft, randomUUID());
      const after = view(row);
      const folded = row.name.toLowerCase();
      transaction
        .insert(subscriptions)
        .values({ ...row, ownerId, nameFolded: folded, nameNormalised: folded })
        .run();
      const entity = { ownerId, entityType: 'subscription', entityId: row.id, action: 'subscription.create' };
      const origin = { actorKind: 'key', actorId: apiKeyId, requestId: callId, createdAt: row.createdAt };
      transaction
        .insert(auditEntries)
        .values({ ...entity, ...origin, id: randomUUID(), metadata: { after } })
        .run();
      return after;
    },
    { behavior: 'immediate' },
  );
}

const app = new Hono<{ Variables: Variables }>()
  .basePath('/api/v1/subscriptions')
  .use(requestId())
  .use(authenticate)
  .get('/', zValidator('query', listSchema), (context) => {
    const { limit, offset } = context.req.valid('query');
    const rows = database
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.ownerId, context.get('apiKey').ownerId))
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.sequence))
      .limit(limit + 1)
      .offset(offset)
      .all();
    return context.json({
      data: rows.slice(0, limit).map(view),
      pagination: { limit, offset, hasMore: rows.length > limit },
      query: { sort: '-createdAt', filters: {} },
      requestId: context.get('requestId'),
    });
  })
  .get('/:id', zValidator('param', idSchema), (context) => {
    const { id } = context.req.valid('param');
    const isWanted = and(eq(subscriptions.id, id), eq(subscriptions.ownerId, context.get('apiKey').ownerId));
    const row = database.select().from(subscriptions).where(isWanted).get();
    if (row === undefined) {
      return context.json({ error: 'subscription_not_found', requestId: context.get('requestId') }, 404);
    }
    return context.json({ data: view(row), requestId: context.get('requestId') });
  })
  .post('/', zValidator('json', draftSchema), (context) => {
    const data = create(context.get('apiKey'), context.req.valid('json'), context.get('requestId'));
    return context.json({ data, requestId: context.get('requestId') }, 201);
  });

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
console.log(`hono listening on http://127.0.0.1:${server.port}`);
