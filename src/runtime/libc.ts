import { dlopen } from 'bun:ffi';

// Constants of Linux, the same on every processor that Bun supports.
const unixFamily = 1;
const datagramClosedOnExec = 2 | 0o2000000;
const neverWaitNorSignal = 0x40 | 0x4000;
const pathBytesMax = 107;

/**
 * Creates a function that sends a text as one datagram to a Unix socket. Neither Bun nor Node has a call for this. The
 * function throws when nobody receives the datagram.
 *
 * @param address a path, or `@` and the name of an abstract socket
 * @throws {Error} for an address of another kind, and on a system without the GNU C library
 */
export function connectDatagrams(address: string): (text: string) => void {
  const target = socketAddress(address);
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'buffer', 'usize', 'i32', 'buffer', 'u32'], returns: 'i64' },
  });
  const socket = symbols.socket(unixFamily, datagramClosedOnExec, 0);
  if (socket < 0) throw new Error('no Unix socket can be opened');
  return function send(text) {
    const bytes = new TextEncoder().encode(text);
    const sent = symbols.sendto(socket, bytes, bytes.length, neverWaitNorSignal, target, target.length);
    if (Number(sent) !== bytes.length) throw new Error('nothing receives datagrams there');
  };
}

/** The address in the form of the system: the family, then the path and a NUL, or a NUL and the abstract name. */
function socketAddress(address: string): Uint8Array {
  const isAbstract = address.startsWith('@');
  if (!isAbstract && !address.startsWith('/')) throw new Error('it is neither a path nor an abstract socket');
  const name = new TextEncoder().encode(isAbstract ? `\0${address.slice(1)}` : address);
  if (name.length > pathBytesMax) throw new Error(`it has more than ${pathBytesMax} bytes`);
  return Uint8Array.from([unixFamily, 0, ...name, ...(isAbstract ? [] : [0])]);
}

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
