import type { Command } from 'commander';
import {
  clientSettingRules,
  environmentWarnings,
  resolveClientSettings,
  type ClientSettings,
} from '../core/config/settings.ts';
import { optionFor, warn, type ProgramOptions } from './options.ts';

/** Adds `mcp`. */
export function addMcp(program: Command, options: ProgramOptions): void {
  const { environment, terminal, clock, listenForStop, openStreams } = options;
  program
    .command('mcp')
    .description('connect an MCP client on standard input and output to a running server')
    .addOption(optionFor(clientSettingRules.url))
    .addOption(optionFor(clientSettingRules.keyFile))
    .addOption(optionFor(clientSettingRules.toolsets))
    .action(async (flags: Partial<Record<keyof ClientSettings, string>>) => {
      const settings = resolveClientSettings(flags, environment);
      warn(environmentWarnings(environment), terminal);
      // No other command needs the library of the protocol.
      const { forwardMcp } = await import('./mcpForwarder.ts');
      await forwardMcp({ settings, streams: openStreams(), clock, stopRequested: listenForStop() });
    });
}
