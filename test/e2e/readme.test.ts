import { describe, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { binary, run, startServer } from '../support/binary.ts';

const readme = readFileSync(join(import.meta.dir, '../../README.md'), 'utf8');

/** The shell commands of a section, as a reader would paste them one after the other. */
function commandsOf(section: string): string {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, commands = '']) => commands).join('');
}

describe('the README', () => {
  // Without curl, as in some containers, there is nothing to paste the tour into.
  test.if(Bun.which('curl') !== null)('has a tour that works as it is pasted', async () => {
    const server = await startServer();
    mkdirSync(join(server.directory, 'dist'));
    symlinkSync(binary, join(server.directory, 'dist/duebook'));
    const pasted = `${commandsOf('A tour')}${commandsOf('Keys')}`.replaceAll('http://127.0.0.1:8383', server.origin);
    const shell = Bun.spawn(['sh', '-e', '-c', pasted], { cwd: server.directory, stdout: 'pipe', stderr: 'pipe' });
    const output = await new Response(shell.stdout).text();
    expect(await new Response(shell.stderr).text()).toBe('');
    expect(await shell.exited).toBe(0);
    const summary = /"upcomingRenewals":\[\{[^\]]*\]/.exec(output)?.[0] ?? '';
    expect(summary.match(/"daysUntilRenewal":\d+/g)).toHaveLength(2);
    expect(output.match(/"error":\{"code":"\w+"/g)).toEqual(['"error":{"code":"invalid_subscription"']);
    expect(output).toContain('"normalizedName":"netflix"');
    expect(output).toContain('"action":"subscription.update"');
    expect(output).toContain('{"deleted":true,');
    expect(output).toMatch(/dbk_r_\w{36}\n/);
    await server.stop();
  });

  // Bun has another size on each platform; this is the one that the README speaks of.
  test.if(`${process.platform}-${process.arch}` === 'linux-x64')('tells how large the executable is', () => {
    const toldMiB = Number(/The executable has about (\d+) MiB/.exec(readme)?.[1]);
    expect(Math.abs(statSync(binary).size / 2 ** 20 - toldMiB)).toBeLessThan(2);
  });

  test('names commands that exist', async () => {
    const commands = ['serve', 'backup', 'restore', 'healthcheck', 'config show', 'version', 'completion'];
    const ofKeys = ['create', 'list', 'rotate', 'revoke'].map((verb) => `keys ${verb}`);
    const ofOwners = ['list', 'rename', 'delete'].map((verb) => `owners ${verb}`);
    for (const command of [...commands, ...ofKeys, ...ofOwners]) {
      expect(readme).toContain(command);
      expect((await run([...command.split(' '), '--help'])).exitCode).toBe(0);
    }
  });
});
