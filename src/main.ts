#!/usr/bin/env bun
import { runProgram } from './commands/program.ts';
import { processEnvironment } from './config.ts';
import { systemClock, systemRandomness } from './system.ts';

// Whatever the program creates is for its own user alone.
process.umask(0o077);

const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>();
process.once('SIGTERM', requestStop);
process.once('SIGINT', requestStop);

process.exitCode = await runProgram({
  words: process.argv.slice(2),
  environment: processEnvironment(),
  terminal: { result: (line) => console.log(line), notice: (line) => console.error(line) },
  clock: systemClock,
  randomness: systemRandomness,
  stopRequested,
});
process.exit();
