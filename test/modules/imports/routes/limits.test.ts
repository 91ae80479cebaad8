import { describe, expect, test } from 'bun:test';
import { costOf, expectRefusal } from '../../../support/expectations.ts';
import { fileOf, importFile, type ImportReport } from '../../../support/imports.ts';
import { connectMcp } from '../../../support/mcpClient.ts';
import { startService, validDraft, type Service } from '../../../support/service.ts';

const service = await startService();
const mebibyte = 1024 * 1024;

const draft = (index: number) => ({ ...validDraft, name: `Service ${index}` });

/** A request of an import that has sent its head, and so many bytes of its body. */
function upload({ origin, keys }: Service, key: string = keys.write) {
  let send: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const body = new ReadableStream({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = () => controller.close();
    },
  });
  const headers = { authorization: `Bearer ${key}` };
  const answered = fetch(`${origin}/api/v1/import`, { method: 'POST', headers, body });
  send('{"format":"duebook",');
  return { answered, send, end };
}

describe('§21.4: a file', () => {
  test('of 10 MiB is read, and one byte more is refused, whether the length is stated or not', async () => {
    const file = JSON.stringify(fileOf(draft(1)));
    const padded = (bytes: number) => file + ' '.repeat(bytes - file.length);
    const send = (raw: NonNullable<RequestInit['body']>) => service.call('POST', '/api/v1/import', { raw });
    expect((await send(padded(10 * mebibyte))).json['import']).toMatchObject({ created: 1 });
    expectRefusal(await send(padded(10 * mebibyte + 1)), 413, { code: 'payload_too_large' });
    const stream = new Response(padded(10 * mebibyte + 1)).body;
    expectRefusal(await send(stream as never), 413, { code: 'payload_too_large' });
    expectRefusal(await send('not a file at all \u0000'), 400, { code: 'unreadable_import' });
  });

  test('of 10,001 records is refused', async () => {
    const file = fileOf(...Array.from({ length: 10_001 }, (_, index) => draft(index)));
    const { answer } = await importFile(service, service.makeKey('many', 'write'), file, '?dryRun=true');
    expectRefusal(answer, 400, { code: 'unreadable_import' });
  });

  test('of an owner without quota is refused before it is received', async () => {
    const small = await startService({ quota: { limit: 1, windowSeconds: 3600 } });
    await small.list();
    const { answered } = upload(small);
    expect((await answered).status).toBe(429);
  });

  test('of a reading key is refused before it is received', async () => {
    const { answered } = upload(service, service.keys.read);
    expect((await answered).status).toBe(403);
  });

  test('waits for no other of the same owner: one at a time', async () => {
    const first = upload(service);
    let second = await importFile(service, service.keys.write, fileOf(draft(2)));
    // The head of the first one may arrive after the second one.
    for (let tries = 0; tries < 100 && second.answer.status !== 429; tries += 1)
      second = await importFile(service, service.keys.write, fileOf(draft(2)));
    expectRefusal(second.answer, 429, { code: 'rate_limit_exceeded' });
    expect(second.answer.headers.get('retry-after')).toBe('5');
    expect((await importFile(service, service.keys.otherWrite, fileOf(draft(2)))).answer.status).toBe(200);
    first.send('"version":1,"subscriptions":[]}');
    first.end();
    expect((await first.answered).status).toBe(200);
    expect((await importFile(service, service.keys.write, fileOf(draft(3)))).answer.status).toBe(200);
  });
});

test('§21.4: clients that send slowly hold no room that others need', async () => {
  const slow = ['one', 'two', 'three', 'four', 'five'].map((name) => {
    const abort = new AbortController();
    const headers = { authorization: `Bearer ${service.makeKey(`slow ${name}`, 'write')}` };
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(100)) });
    const declared = { ...headers, 'content-length': String(10 * mebibyte) };
    const sent = { method: 'POST', headers: declared, body, signal: abort.signal };
    const answered = fetch(`${service.origin}/api/v1/import`, sent).catch(() => undefined);
    return { abort, answered };
  });
  for (let round = 0; round < 5; round += 1) {
    const file = JSON.stringify(fileOf(draft(round))).padEnd(mebibyte);
    const { answer } = await importFile(service, service.makeKey(`fast ${round}`, 'write'), file);
    expect(answer.status).toBe(200);
  }
  for (const { abort } of slow) abort.abort();
  await Promise.all(slow.map(({ answered }) => answered));
});

test('§21.6: an undo costs one request for every hundred subscriptions, also a dry run, and is made alone', async () => {
  const key = service.makeKey('undoes', 'write');
  const { report } = await importFile(service, key, fileOf(...Array.from({ length: 250 }, (_, index) => draft(index))));
  const revert = (query = '') => service.call('POST', `/api/v1/imports/${report.id}/revert${query}`, { key });
  expect((await costOf(service, key, () => revert('?dryRun=true'))).cost).toBe(3);
  const { json } = await service.call('GET', '/api/v1/revision', { key });
  const held = upload(service, key);
  let beside = await revert('?dryRun=true');
  // The head of the import that is held open may arrive after it.
  for (let tries = 0; tries < 100 && beside.status !== 429; tries += 1) beside = await revert('?dryRun=true');
  expectRefusal(beside, 429, { code: 'rate_limit_exceeded' });
  held.send('"version":1,"subscriptions":[]}');
  held.end();
  expect((await held.answered).status).toBe(200);
  expect((await service.call('GET', '/api/v1/revision', { key })).json['revision']).toBe(json['revision']);
  expect((await costOf(service, key, revert)).cost).toBe(3);
});

test('§21.6: an undo is made once for an idempotency key, and refused without it afterwards', async () => {
  const key = service.makeKey('undoes once', 'write');
  const { report } = await importFile(service, key, fileOf(draft(1)));
  const undo = (headers = {}) => service.call('POST', `/api/v1/imports/${report.id}/revert`, { key, headers });
  const headers = { 'idempotency-key': 'undo' };
  const [first, again] = [await undo(headers), await undo(headers)];
  expect([first.status, again.status, again.json.data]).toEqual([200, 200, first.json.data]);
  expectRefusal(await undo(), 409, { code: 'already_reverted' });
});

test('§21.3: what others write while a file is read is neither overwritten nor created a second time', async () => {
  const key = service.makeKey('overtaken', 'write');
  const { id } = await service.create({ name: 'Changed', amount: 1 }, key);
  const file = fileOf({ ...validDraft, name: 'New' }, { ...validDraft, name: 'Changed', amount: 2 });
  for (let round = 0; round < 10; round += 1) {
    const imported = importFile(service, key, file, '?onDuplicate=update');
    await service.call('PATCH', `/api/v1/subscriptions/${id}`, {
      key,
      json: { category: `Own ${round}`, amount: round },
    });
    await service.create({ name: `Own ${round}` }, key);
    expect([200, 503]).toContain((await imported).answer.status);
  }
  const { data } = await service.list('?q=new', key);
  expect(data).toHaveLength(1);
});

test('§9.1: agents import the text of a file, look at it first, and undo it', async () => {
  const key = service.makeKey('agents', 'write');
  const client = await connectMcp(service.origin, key, '2026', 'import');
  const file = JSON.stringify(fileOf(draft(1), draft(2)));
  const preview = await client.call('importSubscriptions', { file, dryRun: true });
  expect(preview.structured).toMatchObject({ dryRun: true, import: { created: 2 } });
  const { structured } = await client.call('importSubscriptions', { file, onDuplicate: 'skip' });
  const { id } = structured['import'] as ImportReport;
  expect((await client.call('listImports', {})).structured['data']).toMatchObject([{ id, created: 2 }]);
  expect((await client.call('revertImport', { id })).structured['data']).toMatchObject({ id });
  const refused = await client.call('importSubscriptions', { file: JSON.stringify(fileOf({ name: 'No amount' })) });
  expect([refused.isError, refused.structured]).toMatchObject([
    true,
    { error: { code: 'import_refused' }, import: { failed: 1 } },
  ]);
  const unknown = await client.call('importSubscriptions', { file, colour: 'red' });
  expect(unknown.structured).toMatchObject({ error: { code: 'invalid_query', field: 'colour' } });
  expect(JSON.stringify(unknown.structured)).toContain(
    'takes only dryRun, format, onDuplicate, onSameName, leaveOut, create, update, onError, mapping, currencyFor, encoding, idempotencyKey, file',
  );
});
