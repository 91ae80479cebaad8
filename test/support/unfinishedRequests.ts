import { afterAll } from 'bun:test';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const established = '01';

/** How many bytes of a local connection the server has not read yet; undefined until it has accepted the connection. */
function unreadBytes(serverPort: number, clientPort: number | undefined): number | undefined {
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', remote = '', state, queues = ''] = line.trim().split(/\s+/);
    const [localPort, remotePort] = [local, remote].map((address) => Number.parseInt(address.split(':')[1] ?? '', 16));
    if (state === established && localPort === serverPort && remotePort === clientPort)
      return Number.parseInt(queues.split(':')[1] ?? '', 16);
  }
  return undefined;
}

/** Sends the start of a request to a server on 127.0.0.1, and returns the connection when the server has read it. */
export async function beginRequest(origin: string, beginning: string) {
  const port = Number(new URL(origin).port);
  const socket = connect(port, '127.0.0.1');
  afterAll(() => socket.destroy());
  await once(socket, 'connect');
  // Callers that need the end of the connection listen for it.
  socket.on('error', () => undefined);
  const { promise: written, resolve } = Promise.withResolvers<unknown>();
  socket.write(beginning, resolve);
  await written;
  if (process.platform === 'linux') while (unreadBytes(port, socket.localPort) !== 0) await Bun.sleep(1);
  // Other systems do not report it; an answer to a later request makes it likely.
  else await (await fetch(`${origin}/livez`)).text();
  return socket;
}
