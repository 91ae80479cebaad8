import { dlopen } from 'bun:ffi';

/**
 * Ends the process now, even while a disk hangs. `process.exit` and `process.reallyExit` close the open databases first, and
 * wait for the disk. No call of Bun ends the process without that and with an exit code.
 *
 * @param code the exit code; lost without the GNU C library, where the process kills itself
 */
export function exitProcess(code: number): void {
  try {
    dlopen('libc.so.6', { _exit: { args: ['i32'], returns: 'void' } }).symbols._exit(code);
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
}
