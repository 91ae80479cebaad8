import { describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { settingRules } from '../../src/core/config/settings.ts';
import { contractCurrencies as currencies } from '../../src/core/billing/currencies.ts';
import { binary, run } from '../support/binary.ts';
import { guideText, pasteFrom } from '../support/guides.ts';

// Containers without curl cannot run the commands.
test.if(Bun.which('curl') !== null)(
  'the commands of docs/api.md work as they are written, and fail where the page says so',
  async () => {
    const output = await pasteFrom('docs/api.md');
    const summary = /"upcomingRenewals":\[\{[^\]]*\]/.exec(output)?.[0] ?? '';
    expect(summary.match(/"daysUntilRenewal":\d+/g)).toHaveLength(2);
    expect(output.match(/"error":\{"code":"\w+"/g)).toEqual([
      '"error":{"code":"invalid_subscription"',
      '"error":{"code":"precondition_failed"',
    ]);
    expect(output).toContain('"normalizedName":"netflix"');
    expect(output).toContain('"action":"subscription.update"');
    expect(output).toContain('{"deleted":true,');
    expect(output).toContain('"dryRun":true');
    const ids = Array.from(output.matchAll(/\{"data":\{"id":"([^"]+)","name":"Gym"/g), ([, id]) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(output).toContain('{"results":[{"action":"update",');
    for (const member of ['"prices":[{', '"spent":{"from"', '"overdueTotal":0', '"forecast":{', '"revision":']) {
      expect(output).toContain(member);
    }
    expect(output).toContain('"details":{"notes":"Shared with Anna."');
    expect(output).toContain('{"deadlines":[');
    expect(output).toMatch(/"category":"Streaming"[^\n]*\n[^\n]*"reverted":1,"skipped":0[^\n]*\n$/);
  },
);

// Each answer of the page, in its order: the state that the page says it has.
const renewalAnswers = [
  '"lastPaymentDate":"2026-02-28","nextPaymentDate":"2026-03-31"',
  '"lastPaymentDate":"2026-03-31","nextPaymentDate":"2026-04-30"',
  '"lastPaymentDate":"2026-04-30","nextPaymentDate":"2026-05-31"',
  '"error":{"code":"renewal_conflict"',
  '"lastPaymentDate":"2026-06-03","nextPaymentDate":"2026-07-03"',
  '"lastPaymentDate":"2026-04-30","nextPaymentDate":"2026-05-31"',
  '"amount":870.5,',
  '"anchorDay":31',
  '"anchorDay":15,"autoRenew":null,"everyMonths":null,"priceSteps":[],"amountVaries":null,"noticeBy":null},"dryRun":true',
  '"customDate":"91","lastPaymentDate":"2026-11-30","nextPaymentDate":"2027-02-28"',
  '"amount":148,"currency":"EUR","period":"custom","customDate":"91","lastPaymentDate":"2026-11-30","nextPaymentDate":"2027-05-30"',
  '"endsOn":"2029-12-31","cancelBefore":"2029-09-30"',
  '"noticeBy":"2029-02-28"',
  '{"deadlines":[',
  '"priceSteps":[{"from":"2031-01-01","amount":950}]',
  '"autoRenew":false',
  '{"data":{"autoRenew":true,"householdName":null,"monthlyBudget":null}',
  '{"data":{"autoRenew":false,"householdName":null,"monthlyBudget":null}',
  '"overdue":[{"date":"2026-05-31"',
  '"dueOn":"2026-04-30","paidOn":"2026-05-04","amount":880.5,',
  '{"spent":{"from":"2026-01-01","to":"2026-12-31","totalsByCurrency":{"EUR":2680.5}',
  '{"forecast":{"asOf":',
];

test.if(Bun.which('curl') !== null)('the commands of docs/renewals.md answer as the page says', async () => {
  const answers = (await pasteFrom('docs/renewals.md')).trimEnd().split('\n');
  expect(answers).toHaveLength(renewalAnswers.length);
  for (const [index, expected] of renewalAnswers.entries()) expect(answers[index]).toContain(expected);
});

describe('the README', () => {
  test('has at most 200 lines, with the set-up commands on the first screen', () => {
    const lines = guideText('README.md').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(200);
    const firstScreen = lines.slice(0, 45).join('\n');
    for (const command of ['npm run demo', 'docker compose up', 'npm start', 'npm test'])
      expect(firstScreen).toContain(command);
  });

  test('names every currency, and no other as possible', () => {
    const [, named = ''] = /\*\*Currencies:\*\* (.*?)\./.exec(guideText('README.md')) ?? [];
    expect(Array.from(named.match(/[A-Z]{3}/g) ?? [])).toEqual([...currencies]);
  });

  test('gives the settings that it names their own variables and defaults', () => {
    const rows = Array.from(guideText('README.md').matchAll(/^\| `--([\w-]+)` +\| `(\w+)` +\| `?([^`|]*?)`? +\|/gm));
    expect(rows).toHaveLength(6);
    for (const [, flag, variable, fallback = ''] of rows) {
      const rule = Object.values(settingRules).find((each) => each.flag === flag);
      expect([rule?.variable, rule?.default]).toEqual([variable, fallback.replace('(none)', '')]);
    }
  });

  test('links to every guide', () => {
    const pages = Array.from(guideText('README.md').matchAll(/\]\((docs\/[\w-]+\.md)/g), ([, page = '']) => page);
    for (const page of [
      'install',
      'nas',
      'configuration',
      'cli',
      'api',
      'renewals',
      'agents',
      'monitoring',
      'backup',
      'upgrade',
      'proxy',
      'sign-in',
    ])
      expect(pages).toContain(`docs/${page}.md`);
  });
});

// The size of Bun differs between platforms; the page gives that of this one.
test.if(`${process.platform}-${process.arch}` === 'linux-x64')(
  'docs/performance.md has the size of the executable',
  () => {
    const writtenMiB = Number(/The executable has about (\d+) MiB/.exec(guideText('docs/performance.md'))?.[1]);
    expect(Math.abs(statSync(binary).size / 2 ** 20 - writtenMiB)).toBeLessThan(2);
  },
);

test('docs/cli.md names every command, and only commands that exist', async () => {
  const page = guideText('docs/cli.md');
  const { stdout: help } = await run(['--help']);
  const commands = Array.from(help.matchAll(/^ {2}([a-z-]+)(?: \[| {2,}| <)/gm), ([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands.filter((each) => each !== 'help')) expect(page).toContain(`\`duebook ${command}`);
  const named = Array.from(
    page.matchAll(/\bduebook (?!duebook)((?:keys|owners|users|config) [a-z]+|[a-z-]+)/g),
    ([, command = '']) => command,
  );
  for (const command of new Set(named)) {
    expect((await run([...command.split(' '), '--help'])).exitCode).toBe(0);
  }
});
