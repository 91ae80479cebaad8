import { afterAll } from 'bun:test';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A server that does with each connection what a test says; gives its port. It stops when the test file ends. */
export async function startRawServer(onConnection: (socket: Socket) => void, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
