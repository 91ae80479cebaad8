import { connect } from 'node:net';

/**
 * Sends a request exactly as written. Returns what comes back until the server closes.
 *
 * @param lines the request line and the headers, without Host and Connection
 * @param hostLines the headers instead of the default Host
 * @param body the body, of which `lines` have the length
 */
export function exchange(
  origin: string,
  lines: readonly string[],
  hostLines: readonly string[] = [`host: ${new URL(origin).host}`],
  body = '',
): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; body: string }>();
  let received = '';
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    socket.write([...lines, ...hostLines, 'connection: close', '', body].join('\r\n'));
  });
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => (received += text));
  // A server that closes before it has read the whole request resets the connection.
  socket.on('error', (error) => (received.includes('\r\n\r\n') ? resolve(answer()) : reject(error)));
  socket.on('close', () => resolve(answer()));
  return promise;

  function answer() {
    const end = received.indexOf('\r\n\r\n');
    return { head: received.slice(0, end), body: received.slice(end + 4) };
  }
}
