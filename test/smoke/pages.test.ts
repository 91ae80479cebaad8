import { expect, test } from 'bun:test';
import { createKey, startServer } from '../support/binary.ts';
import { operationRows } from '../support/operations.ts';

// Elysia reads the text of hooks, which is another one in the executable.
test('the executable reads the page of each list from its query', async () => {
  const server = await startServer();
  const { key } = await createKey(server.directory, 'default', 'admin');
  const lists = operationRows.filter(({ parameters }) => parameters.includes('limit'));
  expect(lists.length).toBeGreaterThan(8);
  for (const { path } of lists) {
    const { status, json } = await server.call(key, 'GET', `${path}?limit=1&offset=0`);
    expect([path, status, json['pagination']]).toMatchObject([path, 200, { limit: 1, offset: 0 }]);
  }
});
