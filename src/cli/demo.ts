import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { dayOfInstant } from '../core/billing/days.ts';
import { valuesOf, explainSettings, type GivenSettings, type Settings } from '../core/config/settings.ts';
import { instantOf } from '../core/runtime/system.ts';
import type { ExitCode } from '../core/runtime/terminal.ts';
import { fillDemo, refuseWrites, signInWith } from '../server/demo/demo.ts';
import { demoLanguages, type DemoLanguage } from '../server/demo/household.ts';
import { firstOwner } from '../server/firstStart.ts';
import { linkOfCode, makeFirstUser, makeSignInCode } from '../server/operator.ts';
import { serve, type Demo } from '../server/server.ts';
import { optionOf, type Finish, type ProgramOptions } from './options.ts';

const demoSettings = ['host', 'port', 'publicUrl', 'basePath'] as const;

type DemoFlags = Pick<GivenSettings, (typeof demoSettings)[number]> & {
  readonly language: DemoLanguage;
  readonly readOnly?: boolean;
};

/** Adds `demo`. */
export function addDemo(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program
    .command('demo')
    .description('start a server with an invented household, which is gone when it stops')
    .addOption(new Option('--language <name>', 'language of the household').choices(demoLanguages).default('en'))
    .option('--read-only', 'refuse all changes, as a public demonstration');
  for (const name of demoSettings) command.addOption(optionOf(name));
  command.action(async (flags: DemoFlags) => finish(await demonstrate(flags, options)));
}

/** Serves the household from a directory of its own, whatever the environment says about the real one, and deletes it at the end. */
async function demonstrate(
  { language, readOnly = false, ...given }: DemoFlags,
  options: ProgramOptions,
): Promise<ExitCode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duebook-demo-'));
  try {
    const quiet = { dataDir, quota: String(demoQuota), logLevel: 'warn' };
    const settings = valuesOf(explainSettings({ port: '0', ...given, ...quiet }, {}));
    const demo = demoOf({ language, readOnly, settings }, options);
    return await serve({ ...options, settings, demo, notifySocket: undefined, stopRequested: options.listenForStop() });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// Many visitors may look at one household.
const demoQuota = 1_000_000;

const guest = { name: 'guest', scope: 'write', password: 'look around' } as const;

interface DemoOf extends Required<Pick<DemoFlags, 'language' | 'readOnly'>> {
  readonly settings: Settings;
}

function demoOf({ language, readOnly, settings }: DemoOf, sources: ProgramOptions): Demo {
  let isReadOnly = false;
  return {
    doorTo(writes) {
      const closed = refuseWrites(writes);
      return { submit: (command) => (isReadOnly ? closed : writes).submit(command) };
    },
    async fill(origin, store) {
      const user = makeFirstUser(store, firstOwner, sources);
      const codeOf = () => (user === undefined ? undefined : makeSignInCode(store, user, sources));
      const client = await signInWith(codeOf()?.code ?? '', origin);
      const day = dayOfInstant(instantOf(sources.clock), settings.timezone);
      await fillDemo(client, origin, { language, today: Temporal.PlainDate.from(day) });
      if (readOnly) await client('POST', '/users', guest);
      isReadOnly = readOnly;
      const code = codeOf();
      const link = code && linkOfCode({ ...settings, port: Number(new URL(origin).port) }, code);
      return readOnly ? publicWords() : ownWords(link ?? origin);
    },
  };
}

const ownWords = (link: string): string[] => [
  'The household is invented. All of it is gone when you press Ctrl-C.',
  'Open this link to look around. It can be used once, within 15 minutes:',
  '',
  link,
  '',
];

const publicWords = (): string[] => [
  `Visitors sign in as ${JSON.stringify(guest.name)} with the password ${JSON.stringify(guest.password)}. Nothing can be changed.`,
  'The household is invented. All of it is gone when the server stops.',
];
