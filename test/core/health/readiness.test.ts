import { describe, expect, test } from 'bun:test';
import { StorageUnavailable } from '../../../src/core/writer/storageUnavailable.ts';
import type { WriteCommand, WriteResult } from '../../../src/modules/commands.ts';
import { createTestClock } from '../../support/clock.ts';
import { checkStorage } from '../../../src/core/health/readiness.ts';
import type { WriteDoor } from '../../../src/core/writer/queue.ts';

/** A storage of which each part does what the test says, and a clock that the test moves. */
function storage() {
  const parts = {
    isReadable: true,
    hasSchema: true,
    isWritable: true,
    isHanging: false,
    isFailing: false,
    isDamaged: false,
    makesBackups: true,
    isInPlace: true,
    lastBackupFailed: false,
    knowsSchema: true,
    now: 0,
    succeededAt: -1,
  };
  const clock = createTestClock('2026-06-16T12:00:00.000Z');
  const probes: WriteCommand[] = [];
  const reads: number[] = [];
  const check = checkStorage({
    store: {
      hasKnownSchema() {
        if (!parts.hasSchema) throw new StorageUnavailable('SQLITE_IOERR');
        return parts.knowsSchema;
      },
      readOfEverything() {
        reads.push(parts.now);
        if (!parts.isReadable) throw new StorageUnavailable('SQLITE_CORRUPT');
      },
    },
    writes: {
      submit: ((command: WriteCommand): Promise<WriteResult> => {
        probes.push(command);
        if (parts.isHanging) return new Promise(() => undefined);
        return parts.isWritable
          ? Promise.resolve({ outcome: 'probed' })
          : Promise.reject(new StorageUnavailable('SQLITE_FULL'));
      }) as WriteDoor['submit'],
      health: () => parts,
    },
    integrity: { isDamaged: () => parts.isDamaged },
    openFiles: { areInPlace: () => parts.isInPlace },
    backups: { isConfigured: () => parts.makesBackups, state: () => parts },
    monotonicMilliseconds: () => parts.now,
    after: (milliseconds, action) => clock.after(milliseconds, action),
  });
  return { parts, probes, reads, check, clock };
}

const allWell = { read: true, write: true, schema: true, integrity: true, file: true, backup: true };

describe('the check of the storage', () => {
  test('finds everything well when it is', async () => {
    expect(await storage().check()).toEqual(allWell);
  });

  test.each([
    [{ isReadable: false }, { read: false }],
    [{ hasSchema: false }, { schema: false }],
    [{ isWritable: false }, { write: false }],
    [{ isFailing: true }, { write: false }],
    [{ isDamaged: true }, { integrity: false }],
    [{ isInPlace: false }, { file: false }],
    [{ lastBackupFailed: true }, { backup: false }],
    [{ makesBackups: false }, { backup: 'not configured' as const }],
    [{ knowsSchema: false }, { schema: false }],
  ])('with %j finds %j', async (fault, found) => {
    const { parts, check } = storage();
    Object.assign(parts, fault);
    expect(await check()).toEqual({ ...allWell, ...found });
  });

  test('finds writing well again as soon as anything was written, without a probe', async () => {
    const { parts, probes, check } = storage();
    parts.isWritable = false;
    expect(await check()).toEqual({ ...allWell, write: false });
    parts.now = 10;
    parts.succeededAt = 5;
    expect(await check()).toEqual(allWell);
    expect(probes).toHaveLength(1);
  });

  test('writes to the disk once in half a minute, however often it is asked for', async () => {
    const { parts, probes, check } = storage();
    await Promise.all([check(), check(), check()]);
    parts.now = 29_999;
    await check();
    expect(probes).toEqual([{ kind: 'probe' }]);
    parts.now = 30_000;
    await check();
    expect(probes).toHaveLength(2);
  });

  test('tries again every second while writing fails', async () => {
    const { parts, probes, check } = storage();
    parts.isWritable = false;
    await check();
    parts.isWritable = true;
    parts.now = 999;
    expect(await check()).toMatchObject({ write: false });
    parts.now = 1000;
    expect(await check()).toEqual(allWell);
    expect(probes).toHaveLength(2);
  });

  test('finds writing failing when a write has taken six seconds', async () => {
    const { parts, clock, check } = storage();
    parts.isHanging = true;
    const checking = check();
    clock.advance(6);
    expect(await checking).toEqual({ ...allWell, write: false });
  });

  test('tries at once when a request’s write has failed since', async () => {
    const { parts, probes, check } = storage();
    await check();
    parts.now = 1000;
    parts.isFailing = true;
    await check();
    expect(probes).toHaveLength(2);
  });

  test('reads each time, but only once a second while reading fails', async () => {
    const { parts, reads, check } = storage();
    await check();
    await check();
    parts.isReadable = false;
    expect(await check()).toEqual({ ...allWell, read: false });
    parts.isReadable = true;
    parts.now = 999;
    expect(await check()).toEqual({ ...allWell, read: false });
    parts.now = 1000;
    expect(await check()).toEqual(allWell);
    expect(reads).toEqual([0, 0, 0, 1000]);
  });
});
