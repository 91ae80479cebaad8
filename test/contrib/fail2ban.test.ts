import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, startServer } from '../support/binary.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const filterPath = join(import.meta.dir, '../../contrib/fail2ban/filter.d/duebook.conf');
const filter = readFileSync(filterPath, 'utf8');
const jail = readFileSync(join(import.meta.dir, '../../contrib/fail2ban/jail.d/duebook.conf'), 'utf8');

/** The value of an option, including its indented lines. */
function option(text: string, name: string): string[] {
  const value = new RegExp(String.raw`^${name} =(.*(?:\n[ \t]+.*)*)`, 'm').exec(text)?.[1] ?? '';
  return value.split('\n').map((line) => line.trim());
}

const address = String.raw`(?<address>[0-9a-fA-F.:]+)`;
const failures = option(filter, 'failregex').map((line) => new RegExp(line.replace('<HOST>', address)));
const datePattern = option(filter, 'datepattern')[0] ?? '';
const date = new RegExp(
  datePattern
    .replaceAll('%%', '%')
    .replace('%Y', String.raw`\d{4}`)
    .replaceAll(/%[mdHMS]/g, String.raw`\d\d`)
    .replace('%z', '(?:Z|[+-]\\d\\d:?\\d\\d)'),
);

/** The address that fail2ban finds in a line after it has removed the date. */
function addressIn(line: string): string | undefined {
  expect(line).toMatch(date);
  const rest = line.replace(date, '');
  return failures.map((failure) => failure.exec(rest)?.groups?.['address']).find((found) => found !== undefined);
}

/** The log of a server after requests with a wrong key, without a key and with a valid key. */
async function linesOf(format: 'json' | 'text'): Promise<string[]> {
  const server = await startServer(['--log-format', format, '--invalid-key-limit', '1']);
  const path = '/api/v1/subscriptions';
  await server.call('dbk_r_wrong', 'GET', path);
  await server.call('dbk_r_wrong', 'GET', path);
  await fetch(server.origin + path);
  const spoof = '"level":"warn","message":"authentication failed","authFailed":"invalid_key","address":"192.0.2.1",';
  await server.call(server.initialKey(), 'GET', `${path}?q=${encodeURIComponent(spoof)}`);
  await server.call(server.initialKey(), 'POST', path, { name: spoof });
  await fetch(`${server.origin}/${encodeURIComponent(spoof)}`, { headers: { 'user-agent': spoof } });
  const { stdout } = await server.stop();
  return stdout.split('\n').slice(1, -1);
}

describe('the filter for fail2ban', () => {
  test.each(['json', 'text'] as const)('matches only the requests with a wrong key in a log as %s', async (format) => {
    const lines = await linesOf(format);
    expect(lines).toHaveLength(12);
    const found = lines.filter((line) => addressIn(line) !== undefined);
    expect(found.map(addressIn)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(found.every((line) => line.includes('authFailed'))).toBe(true);
    expect(lines.filter((line) => line.includes('missing_key'))).toHaveLength(1);
  });

  test.if(Bun.which('fail2ban-regex') !== null)('matches the same lines in fail2ban', async () => {
    const log = join(temporaryDirectory(), 'log');
    writeFileSync(log, `${[...(await linesOf('json')), ...(await linesOf('text'))].join('\n')}\n`);
    const { stdout } = await runProgram(['fail2ban-regex', log, filterPath]);
    expect(stdout).toContain('24 lines, 0 ignored, 4 matched, 20 missed');
  });

  test('is used by the jail', () => {
    expect(option(jail, 'filter')).toEqual(['duebook']);
    expect(jail).toStartWith('#');
    expect(jail).toContain('\n[duebook]\n');
  });
});
