#!/usr/bin/env bun
import { runProgram } from './commands/program.ts';
import { awaitStop, stopSignals } from './commands/stopSignals.ts';
import { processTerminal } from './commands/terminal.ts';
import { processEnvironment } from './config.ts';
import { systemClock, systemRandomness } from './system.ts';

// Whatever the program creates is for its own user alone.
process.umask(0o077);

async function endAtOnce(code: number): Promise<void> {
  // Hardly ever needed, so not loaded at each start.
  const { endImmediately } = await import('./commands/immediateEnd.ts');
  endImmediately(code);
}

function listenForStop(): Promise<void> {
  const { stopRequested, receive } = awaitStop(systemClock, (code) => void endAtOnce(code));
  for (const signal of Object.keys(stopSignals) as (keyof typeof stopSignals)[]) process.on(signal, receive);
  return stopRequested;
}

let backUp = (): void => undefined;
process.on('SIGUSR1', () => backUp());

process.exitCode = await runProgram({
  words: process.argv.slice(2),
  environment: processEnvironment(),
  terminal: processTerminal,
  clock: systemClock,
  randomness: systemRandomness,
  listenForStop,
  onBackupRequest: (action) => (backUp = action),
  endAtOnce,
  // The bundler finds the code of the threads by this very form, and keeps its place relative to this file.
  threadUrls: {
    write: new URL('./store/writeThread.ts', import.meta.url),
    read: new URL('./readThread.ts', import.meta.url),
    integrity: new URL('./store/integrityThread.ts', import.meta.url),
    backup: new URL('./store/backupThread.ts', import.meta.url),
  },
});
process.exit();
