import { describe, expect, test } from 'bun:test';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLogStream } from '../../../src/core/observability/log.ts';
import { createTestClock } from '../../support/clock.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

function openStream(path: string, flags: 'a' | 'r+' | 'w' = 'a') {
  const descriptor = openSync(path, flags);
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const lost: number[] = [];
  const stream = openLogStream({
    descriptor,
    after: (milliseconds, action) => clock.after(milliseconds, action),
    onLost: (lines) => lost.push(lines),
  });
  return { stream, clock, lost, descriptor };
}

/** Waits until a file has a text in it, which a test states that it will have. */
async function contains(path: string, text: string): Promise<void> {
  while (!readFileSync(path, 'utf8').includes(text)) await Bun.sleep(1);
}

/** Closes a stream; where that has given up on a slow disk, waits for the text that is written last. */
async function close(stream: ReturnType<typeof openLogStream>, path: string, last: string): Promise<void> {
  const begunAt = performance.now();
  await stream.close();
  const mayHaveGivenUp = performance.now() - begunAt >= 390;
  if (mayHaveGivenUp) await contains(path, last);
}

describe('a stream of log lines', () => {
  test('keeps what comes before it has begun, and writes it first', async () => {
    const path = join(temporaryDirectory(), 'log');
    const { stream, clock, descriptor } = openStream(path);
    stream.write('first\n', true);
    clock.advance(5);
    expect(readFileSync(path, 'utf8')).toBe('');
    stream.begin();
    await contains(path, 'first\n');
    closeSync(descriptor);
  });

  test('writes a line within a second, and an urgent one at once, with those before it', async () => {
    const path = join(temporaryDirectory(), 'log');
    const { stream, clock, descriptor } = openStream(path);
    stream.begin();
    stream.write('begun\n', true);
    await contains(path, 'begun\n');
    stream.write('one\n');
    clock.advance(1);
    await contains(path, 'begun\none\n');
    stream.write('two\n');
    stream.write('three\n', true);
    await contains(path, 'one\ntwo\nthree\n');
    closeSync(descriptor);
  });

  test('writes much at once without waiting for the second', async () => {
    const path = join(temporaryDirectory(), 'log');
    const { stream, descriptor } = openStream(path);
    stream.begin();
    for (let count = 0; count < 1000; count += 1) stream.write(`${'x'.repeat(99)}\n`);
    await contains(path, 'xxx\n');
    closeSync(descriptor);
  });

  test('has written everything, in order, when it is closed', async () => {
    const path = join(temporaryDirectory(), 'log');
    const { stream, descriptor } = openStream(path);
    const lines = Array.from({ length: 20_000 }, (_, place) => `line ${place} ä\n`);
    stream.begin();
    for (const line of lines) stream.write(line);
    await close(stream, path, lines.at(-1) ?? '');
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
    closeSync(descriptor);
  });

  test('that was never used closes at once', async () => {
    const path = join(temporaryDirectory(), 'log');
    const { stream, descriptor } = openStream(path);
    await stream.close();
    closeSync(descriptor);
  });

  test.if(existsSync('/dev/full'))('survives a full disk', async () => {
    const { stream, descriptor } = openStream('/dev/full', 'w');
    stream.begin();
    stream.write('one\n', true);
    stream.write('two\n', true);
    await stream.close();
    closeSync(descriptor);
  });

  test.if(Bun.which('mkfifo') !== null)(
    'whose reader has stopped keeps some lines and counts the others; urgent ones still find room',
    async () => {
      const path = join(temporaryDirectory(), 'pipe');
      await Bun.spawn(['mkfifo', path]).exited;
      const { stream, lost, descriptor } = openStream(path, 'r+');
      stream.begin();
      const line = `${'x'.repeat(999)}\n`;
      stream.write('begun\n', true);
      await Bun.sleep(0);
      for (let count = 0; count < 8000; count += 1) stream.write(line);
      stream.write('urgent\n', true);
      const reader = Bun.spawn(['cat', path], { stdout: 'pipe' });
      let seen = '';
      for await (const chunk of reader.stdout) {
        seen += Buffer.from(chunk).toString('latin1');
        if (seen.endsWith('urgent\n')) break;
      }
      while (lost.length === 0) await Bun.sleep(1);
      reader.kill();
      expect(lost).toHaveLength(1);
      const written = seen.split('\n').length - 3;
      expect(written + (lost[0] ?? 0)).toBe(8000);
      expect(written).toBeGreaterThan(4000);
      closeSync(descriptor);
    },
  );

  test.if(Bun.which('mkfifo') !== null)(
    'reports lines that were lost once, however much is written later',
    async () => {
      const path = join(temporaryDirectory(), 'pipe');
      await Bun.spawn(['mkfifo', path]).exited;
      const { stream, lost, descriptor } = openStream(path, 'r+');
      stream.begin();
      stream.write('begun\n', true);
      await Bun.sleep(0);
      for (let count = 0; count < 8000; count += 1) stream.write(`${'x'.repeat(999)}\n`);
      const reader = Bun.spawn(['cat', path], { stdout: 'ignore' });
      while (lost.length === 0) await Bun.sleep(1);
      for (let count = 0; count < 3; count += 1) {
        stream.write('later\n', true);
        await stream.close();
      }
      expect(lost).toHaveLength(1);
      reader.kill();
      closeSync(descriptor);
    },
  );
});
