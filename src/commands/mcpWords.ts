import type { Command } from 'commander';
import { clientSettingRules, resolveClientSettings, type ClientSettings } from '../config.ts';
import { processStreams } from './terminal.ts';
import { optionFor, type Finish, type ProgramOptions } from './words.ts';

/** Adds `mcp`. */
export function addMcp(program: Command, { environment, clock, listenForStop }: ProgramOptions, finish: Finish): void {
  program
    .command('mcp')
    .description('speak MCP over standard input and output, for a server that runs')
    .addOption(optionFor(clientSettingRules.url))
    .addOption(optionFor(clientSettingRules.keyFile))
    .action(async (flags: Partial<Record<keyof ClientSettings, string>>) => {
      const settings = resolveClientSettings(flags, environment);
      // It brings along a library that no other command needs.
      const { forwardMcp } = await import('./mcp.ts');
      finish(await forwardMcp({ settings, streams: processStreams(), clock, stopRequested: listenForStop() }));
    });
}
