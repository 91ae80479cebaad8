import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CommitGroup } from '../writer/writeHealth.ts';
import { counter, gauge } from './series.ts';

/** The observed state of the storage. */
export interface StorageView {
  /** The size of the database file, in bytes. */
  readonly databaseBytes: () => number;
  /** The size of the write-ahead log, in bytes. */
  readonly walBytes: () => number;
  /** The state of the backups. */
  readonly backups: {
    readonly state: () => { readonly lastBackupFailed: boolean; readonly failures: number };
    /** The time of the last backup, in milliseconds since 1970, if there is one. */
    readonly lastBackupAt: () => Promise<number | undefined>;
  };
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: () => number;
}

const commandBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const commitBucketsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const outcomes = ['committed', 'failed'] as const;

/** Measures the storage; the function that it gives observes each group commit. */
export function measureStorage(registry: Registry, view: StorageView): (group: CommitGroup) => void {
  const registers = [registry];
  const commits = new Counter({
    name: 'duebook_commits_total',
    help: 'Group commits, by whether all of their writes succeeded.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of outcomes) commits.inc({ outcome }, 0);
  const commands = new Histogram({
    name: 'duebook_commit_commands',
    help: 'Writes in one group commit.',
    buckets: commandBuckets,
    registers,
  });
  const duration = new Histogram({
    name: 'duebook_commit_duration_seconds',
    help: 'Duration of group commits, until they are on the disk.',
    buckets: commitBucketsSeconds,
    registers,
  });
  gauge(registry, 'duebook_database_bytes', 'The size of the database.', view.databaseBytes);
  gauge(registry, 'duebook_wal_bytes', 'The size of the write-ahead log beside the database.', view.walBytes);
  measureBackups(registry, view);
  return (group) => {
    commits.inc({ outcome: group.isFailed ? 'failed' : 'committed' });
    commands.observe(group.commands);
    duration.observe(group.milliseconds / 1000);
  };
}

function measureBackups(registry: Registry, { backups, wallMilliseconds }: StorageView): void {
  void new Gauge({
    name: 'duebook_backup_age_seconds',
    help: 'Age of the last backup; absent while there is none.',
    labelNames: [],
    registers: [registry],
    async collect() {
      const lastBackupAt = await backups.lastBackupAt();
      this.remove();
      if (lastBackupAt !== undefined) this.set((wallMilliseconds() - lastBackupAt) / 1000);
    },
  });
  gauge(registry, 'duebook_backup_last_failed', '1 if the last backup failed, else 0.', () =>
    Number(backups.state().lastBackupFailed),
  );
  counter(registry, 'duebook_backup_failures_total', 'Backups that failed.', () => backups.state().failures);
}
