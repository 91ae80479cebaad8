import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings, type GivenSettings } from '../../src/core/config/settings.ts';
import { instanceIdOf } from '../../src/core/directory/instanceId.ts';
import { stampOf } from '../../src/core/backup/names.ts';
import type { Arrival, Finding } from '../../src/modules/doctor/model.ts';
import { diagnose } from '../../src/server/doctor/doctor.ts';
import type { DoctorOptions } from '../../src/server/doctor/found.ts';
import { createTestClock } from '../support/clock.ts';
import { createCommands } from '../support/commands.ts';
import { mailPassword, startMailServer } from '../support/mailServer.ts';
import { startService } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const now = '2026-06-16T12:00:00.000Z';
const clock = createTestClock(now);
const { dataDir, createKey } = createCommands(clock);
const folder = join(dataDir, 'backups');
const newest = join(folder, `duebook-${stampOf(Date.parse('2026-06-16T03:00:00Z'))}.db`);
const service = await startService({ instanceId: instanceIdOf(temporaryDirectory()) });
const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hello') });
const gate = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.redirect('https://auth.test/') });
const mails = await startMailServer({ secure: false, disabledCommands: ['STARTTLS'] });

beforeAll(async () => {
  await createKey('default');
  mkdirSync(folder);
  writeFileSync(newest, '');
});

type Facts = Partial<DoctorOptions> & { readonly given?: GivenSettings };

/** What is wrong. */
async function wrongIn({ given = {}, ...facts }: Facts = {}): Promise<readonly Finding[]> {
  const findings = await diagnose({
    settings: resolveSettings({ dataDir, timezone: 'Europe/Berlin', ...given }, {}),
    clock,
    machineZone: 'Europe/Berlin',
    writtenAt: () => '2026-06-16T11:00:00.000Z',
    integrity: () => ({ damage: [], staleRows: [] }),
    isServing: () => Promise.resolve(true),
    ...facts,
  });
  expect(findings.every(({ ok, nextStep }) => ok === (nextStep === undefined))).toBe(true);
  return findings.filter(({ ok }) => !ok);
}

const arrival: Arrival = { address: '192.0.2.7', isFromProxy: false, isForwarded: true, host: 'duebook.test' };
const behindProxy = { publicUrl: 'https://duebook.test', trustedProxies: '192.0.2.7' };
const notServing = { isServing: () => Promise.resolve(false) };
const damaged = { damage: ['page 3 is never used', 'page 4 is never used'], staleRows: [] };
const smtpUrl = (user: string) => `smtp://${user}@127.0.0.1:${mails.port}?requireTLS=false`;

describe('the doctor', () => {
  test('finds nothing wrong with a sound installation', async () => {
    expect(await wrongIn()).toEqual([]);
    expect(await wrongIn({ given: behindProxy, ...notServing, arrival: { ...arrival, isFromProxy: true } })).toEqual(
      [],
    );
  });

  test.each<[string, Facts, Finding['check'], RegExp, RegExp]>([
    [
      'a clock behind the last write',
      { writtenAt: () => '2026-06-16T13:00:00.000Z' },
      'clock',
      /12:00.+13:00/,
      /^Set the clock/,
    ],
    [
      'a forgotten time zone',
      { given: { timezone: 'UTC' } },
      'timezone',
      /UTC.+Europe\/Berlin/,
      /^Set --timezone Europe\/Berlin\./,
    ],
    ['damage', { integrity: () => damaged }, 'database', /page 3 .+ 1 more/, /"duebook restore FILE --data-dir /],
    [
      'changes of another program',
      { integrity: () => ({ damage: [], staleRows: ['subscription A', 'subscription B'] }) },
      'database',
      // They may be of an owner whom the one who asks does not manage.
      /^Another program has changed subscriptions in the database: 2\.$/,
      /"duebook check /,
    ],
    [
      'a database that cannot be read',
      {
        integrity: () => {
          throw new Error('the disk is broken');
        },
      },
      'database',
      /the disk is broken/,
      /duebook doctor/,
    ],
    [
      'a backup older than twice its interval',
      { given: { backupEvery: '4h' } },
      'backup',
      /9 hours old/,
      /^The log of the server/,
    ],
    [
      'no backup although it is time for one',
      { given: { backupDir: temporaryDirectory(), backupEvery: '4h' } },
      'backup',
      /no backup in/,
      /^The log of the server/,
    ],
    ['no backup', { given: { backupDir: temporaryDirectory() } }, 'backup', /no backup in/, /^Set --backup-every/],
    [
      'a mail server that does not answer',
      { given: { smtpUrl: 'smtp://kim:secret@127.0.0.1:1', smtpFrom: 'a@b.test' } },
      'mail',
      /127\.0\.0\.1:1 cannot be used: it does not accept/,
      /^Correct --smtp-url/,
    ],
    [
      'a refused password',
      { given: { smtpUrl: smtpUrl('kim:wrong'), smtpFrom: 'a@b.test' } },
      'mail',
      /refused the sign-in \(status 535\)/,
      /^Correct --smtp-url/,
    ],
    [
      'half of the mail settings',
      { given: { smtpFrom: 'a@b.test' } },
      'mail',
      /--smtp-from needs --smtp-url/,
      /^Set both/,
    ],
    [
      'a proxy that is not trusted',
      { arrival },
      'proxy',
      /192\.0\.2\.7 that is not trusted/,
      /--trusted-proxies 192\.0\.2\.7/,
    ],
    [
      'https without a trusted proxy',
      { given: { publicUrl: 'https://duebook.test' }, ...notServing },
      'proxy',
      /no proxy is trusted/,
      /^Set --trusted-proxies/,
    ],
    [
      'a proxy that hides the clients',
      { given: behindProxy, ...notServing, arrival: { ...arrival, isFromProxy: true, isForwarded: false } },
      'proxy',
      /sends no X-Forwarded-For/,
      /docs\/proxy\.md/,
    ],
    [
      'settings that contradict each other',
      { given: { authHeader: 'Remote-User' } },
      'proxy',
      /--auth-header/,
      /^Correct these settings/,
    ],
    [
      'passwords in plain text',
      { given: { publicUrl: 'http://duebook.example.org' } },
      'publicUrl',
      /not encrypted/,
      /reverse proxy with TLS/,
    ],
    [
      'an address at which nothing answers',
      { given: { publicUrl: 'http://127.0.0.1:1' } },
      'publicUrl',
      /no server listens/,
      /^Compare it with/,
    ],
    [
      'the address of another server',
      { given: { publicUrl: service.origin } },
      'publicUrl',
      /leads to another Duebook/,
      /^Correct --public-url/,
    ],
    [
      'the address of another program',
      { given: { publicUrl: other.url.origin } },
      'publicUrl',
      /answers 200, but not as Duebook/,
      /^Correct --public-url/,
    ],
  ])('finds %s, and says what to do', async (_, facts, check, message, nextStep) => {
    const found = await wrongIn(facts);
    expect(found.map((finding) => finding.check)).toEqual([check]);
    expect(found[0]?.message).toMatch(message);
    expect(found[0]?.nextStep).toMatch(nextStep);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  test('takes a sign-in of the proxy for no fault, and a mail server that lets the sender in', async () => {
    expect(await wrongIn({ given: { publicUrl: gate.url.origin } })).toEqual([]);
    const smtp = smtpUrl(`kim:${encodeURIComponent(mailPassword)}`);
    expect(await wrongIn({ given: { smtpUrl: smtp, smtpFrom: 'a@b.test' } })).toEqual([]);
    expect(mails.mails).toEqual([]);
  });

  test.if(process.platform !== 'win32')('finds files that others can read, and names the command', async () => {
    const file = join(dataDir, 'duebook.db');
    chmodSync(file, 0o640);
    const [found, ...others] = await wrongIn();
    chmodSync(file, 0o600);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ check: 'permissions', nextStep: `Run "chmod go-rwx" for ${file}.` });
  });

  test.if(process.platform !== 'win32')('says of a directory of somebody else who should run it', async () => {
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) chownSync(dataDir, 65_534, 65_534);
    else chmodSync(dataDir, 0);
    const found = (await wrongIn()).find(({ check }) => check === 'permissions');
    chmodSync(dataDir, 0o700);
    if (isRoot) chownSync(dataDir, 0, 0);
    expect(found?.message).toMatch(
      isRoot ? /belongs to .+: run this as .+\.$/ : /permission denied; run this as .+\.$/,
    );
    expect(found?.nextStep).toBe('Run this as the user to whom the directory belongs.');
  });

  test('says of a directory that is not there what is missing', async () => {
    const away = `${dataDir}.away`;
    renameSync(dataDir, away);
    const found = await wrongIn();
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(away, dataDir);
    expect(found.map(({ check }) => check)).toEqual(['permissions', 'space', 'backup']);
  });
});
