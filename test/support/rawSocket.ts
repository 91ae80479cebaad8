import { connect } from 'node:net';

/**
 * Sends a request without a body exactly as it is written, and gives what comes back until the server closes.
 *
 * @param lines the request line and the headers, but for Host and Connection
 */
export function exchange(origin: string, lines: readonly string[]): Promise<{ head: string; body: string }> {
  const { hostname, port, host } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; body: string }>();
  let received = '';
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    socket.write([...lines, `host: ${host}`, 'connection: close', '', ''].join('\r\n'));
  });
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => (received += text));
  socket.on('error', reject);
  socket.on('close', () => {
    const end = received.indexOf('\r\n\r\n');
    resolve({ head: received.slice(0, end), body: received.slice(end + 4) });
  });
  return promise;
}
