import type { Command } from 'commander';
import { addCheck } from './check.ts';
import { addCompletion } from './completion.ts';
import { addConfig } from './configShow.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addBackup } from './backup.ts';
import { addExport } from './export.ts';
import { addFeeds } from './feeds.ts';
import { addHealthcheck } from './healthcheck.ts';
import { addImport } from './import.ts';
import { addKeys } from './keys.ts';
import { addMcp } from './mcp.ts';
import { addOpenapi } from './openapi.ts';
import { addOwners } from './owners.ts';
import { addRestore } from './restore.ts';
import { addSignIn } from './signIn.ts';
import { addUsers } from './users.ts';
import { addVersion } from './version.ts';
import type { Finish, ProgramOptions } from './options.ts';

/** Adds every command but `serve`, in the order of the help. */
export function addCommands(program: Command, options: ProgramOptions, finish: Finish): void {
  const access = [addSignIn, addUsers, addKeys, addFeeds, addOwners];
  const data = [addExport, addImport];
  const care = [addDoctor, addCheck, addConfig, addBackup, addRestore, addHealthcheck];
  for (const add of [addDemo, ...access, ...data, ...care, addMcp, addOpenapi, addCompletion, addVersion])
    add(program, options, finish);
}
