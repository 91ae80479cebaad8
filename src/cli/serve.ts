import type { Command } from 'commander';
import { supervisionIn, type GivenSettings } from '../config/settings.ts';
import { serve } from '../server/server.ts';
import { addEverySetting, settingsOf, type Finish, type ProgramOptions } from './options.ts';

/** The name of the command that starts the server. */
export const serveName = 'serve';

/** Adds `serve`. */
export function addServe(program: Command, options: ProgramOptions, finish: Finish): void {
  const command = program.command(serveName).description('start the server; SIGTERM, SIGINT and SIGHUP stop it');
  addEverySetting(command).action(async (flags: GivenSettings) => {
    const settings = settingsOf(flags, options);
    const supervision = supervisionIn(options.environment);
    finish(await serve({ ...options, settings, supervision, stopRequested: options.listenForStop() }));
  });
}
