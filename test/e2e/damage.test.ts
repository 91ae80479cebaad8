import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { run, startServer } from '../support/binary.ts';
import { damage } from '../support/damage.ts';
import { validDraft } from '../support/validDraft.ts';

/** Creates a data directory with a hundred subscriptions. No server runs on it. */
async function filledDirectory() {
  const server = await startServer();
  const key = server.initialKey();
  const operations = Array.from({ length: 100 }, (_, place) => ({
    action: 'create',
    subscription: { ...validDraft, name: `Name ${place}` },
  }));
  expect((await server.call(key, 'POST', '/api/v1/subscriptions/batch', { operations })).status).toBe(200);
  await server.stop();
  return { directory: server.directory, dataDirectory: server.dataDirectory, key };
}

function checksOf({ json }: { json: Readonly<Record<string, unknown>> }): Readonly<Record<string, unknown>> {
  return json['checks'] as Record<string, unknown>;
}

describe('a damaged page', () => {
  test.each([
    ['of an index', 'subscriptions_by_renewal', 'ok', 200],
    ['of the subscriptions', 'subscriptions', 'failing', 503],
    ['of the audit trail', 'audit_entries', 'failing', 200],
  ])(
    '%s is reported by check, readiness and the log, and the server keeps serving the rest',
    async (_, name, read, list) => {
      const { directory, key } = await filledDirectory();
      damage(join(directory, 'data'), name);

      const checked = await run(['check', '--data-dir', join(directory, 'data')]);
      expect(checked.exitCode).toBe(1);
      expect(checked.stdout).toContain('malformed');

      const server = await startServer(['--log-level', 'error'], { cwd: directory });
      let readiness = await server.call('', 'GET', '/readyz');
      expect(checksOf(readiness)).toMatchObject({ read });
      while (checksOf(readiness)['integrity'] === 'ok') readiness = await server.call('', 'GET', '/readyz');
      expect(readiness.status).toBe(503);
      expect(checksOf(readiness)).toMatchObject({ read, write: 'ok', integrity: 'failing' });
      expect((await server.call(key, 'GET', '/api/v1/subscriptions')).status).toBe(list);
      expect((await server.call('', 'GET', '/livez')).status).toBe(200);
      const summary = await server.call(key, 'GET', '/api/v1/analytics/summary');
      // Readiness also reports what a request could not read.
      const found = await server.call('', 'GET', '/readyz');
      expect(checksOf(found)).toMatchObject({ read: summary.status === 200 ? read : 'failing' });
      const { stdout, exitCode } = await server.stop();
      expect(stdout).toContain('"level":"error","message":"the database is damaged: ');
      expect(exitCode).toBe(0);
    },
  );
});

describe('duebook check', () => {
  test('finds nothing in an intact database, also while a server runs', async () => {
    const server = await startServer();
    await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
    const words = ['check', '--data-dir', server.dataDirectory];
    expect(await run(words)).toEqual({ exitCode: 0, stdout: 'no damage found\n', stderr: '' });
    expect((await run([...words, '--json'])).stdout).toBe('{"findings":[]}\n');
  });

  test('finds a row whose derived view does not match its fields', async () => {
    const { dataDirectory } = await filledDirectory();
    const database = new Database(join(dataDirectory, 'duebook.db'));
    database.run("UPDATE subscriptions SET view_json = '{}' WHERE sequence = 42");
    database.close();
    const { exitCode, stdout } = await run(['check', '--data-dir', dataDirectory]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^subscription \S+ has derived columns that do not match its fields\n$/);
  });

  test('names --data-dir when there is no database', async () => {
    const { exitCode, stderr } = await run(['check']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--data-dir');
  });
});
