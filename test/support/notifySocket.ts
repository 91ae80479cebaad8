import { afterAll } from 'bun:test';
import { dlopen } from 'bun:ffi';

const patienceMilliseconds = 20_000;

/** Listens for datagrams on a Unix socket, like a service manager: on a path, or on `@` and an abstract name. */
export function listenForDatagrams(address: string) {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    bind: { args: ['i32', 'buffer', 'u32'], returns: 'i32' },
    recv: { args: ['i32', 'buffer', 'usize', 'i32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  });
  const name = Buffer.from(address.startsWith('@') ? `\0${address.slice(1)}` : address);
  const socket = symbols.socket(1, 2, 0);
  const target = Buffer.concat([Buffer.from([1, 0]), name]);
  if (socket < 0 || symbols.bind(socket, target, target.length) !== 0) throw new Error(`cannot listen on ${address}`);
  afterAll(() => symbols.close(socket));

  /** The next datagram in the buffer; undefined if there is none. */
  function take(): string | undefined {
    const bytes = Buffer.alloc(1024);
    const length = Number(symbols.recv(socket, bytes, bytes.length, 0x40));
    return length < 0 ? undefined : bytes.toString('utf8', 0, length);
  }

  return {
    /** All datagrams since the last call. */
    takeAll(): string[] {
      const taken: string[] = [];
      for (let next = take(); next !== undefined; next = take()) taken.push(next);
      return taken;
    },

    /** Waits for the next datagram. */
    async next(): Promise<string> {
      for (const waited = performance.now(); performance.now() - waited < patienceMilliseconds; await Bun.sleep(1)) {
        const taken = take();
        if (taken !== undefined) return taken;
      }
      throw new Error('no datagram came');
    },
  };
}
