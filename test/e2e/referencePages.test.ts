import { describe, expect, test } from 'bun:test';
import { checkNames } from '../../src/modules/doctor/model.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../scripts/errorTable.ts';
import { run, startServer } from '../support/binary.ts';
import { blocksOf, guideText } from '../support/guides.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

test('docs/api.md has the error catalogue as `bun scripts/errorTable.ts` writes it', () => {
  expect(guideText('docs/api.md')).toContain(`\n\n${errorTable()}`);
});

test('the configuration file in docs/configuration.md is accepted, and each of its settings is used', async () => {
  const [content = ''] = blocksOf('docs/configuration.md', 'toml');
  const file = join(temporaryDirectory(), 'duebook.toml');
  writeFileSync(file, content);
  const { stdout, stderr } = await run(['config', 'show', '--config', file]);
  expect(stderr).toBe('');
  for (const [, name = ''] of content.matchAll(/^([\w-]+) =/gm)) {
    expect(stdout).toMatch(new RegExp(`^${name} .* config file `, 'm'));
  }
});

describe('docs/monitoring.md', () => {
  test('lists every metric, every readiness check and every check of the doctor, and no other', async () => {
    const page = guideText('docs/monitoring.md');
    const server = await startServer(['--metrics-token', 'a-token-of-this-test']);
    const headers = { authorization: 'Bearer a-token-of-this-test' };
    const metrics = await (await fetch(`${server.origin}/metrics`, { headers })).text();
    const served = Array.from(metrics.matchAll(/^# HELP (\w+) /gm), ([, name = '']) => name).sort();
    const listed = Array.from(page.matchAll(/^\| `((?:duebook|process)_\w+)` /gm), ([, name = '']) => name).sort();
    expect(listed).toEqual(served);
    const { checks } = (await (await fetch(`${server.origin}/readyz`)).json()) as { checks: object };
    const [readiness = '', ofDoctor = ''] = page.split('### duebook doctor');
    const checksIn = (part: string) => Array.from(part.matchAll(/^\| `([a-z]+)` /gim), ([, name = '']) => name);
    expect(checksIn(readiness).sort()).toEqual(Object.keys(checks).sort());
    expect(checksIn(ofDoctor)).toEqual([...checkNames]);
    await server.stop();
  });
});
