import { afterAll } from 'bun:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { makeCertificate } from './certificates.ts';

/** The certificate of the mail servers, which is for `localhost`. */
export const certificate = makeCertificate('localhost');

/** The password of the user of the mail servers. */
export const mailPassword = 'p@ss word';

/** A mail that a server got; its header has each field in one line. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly head: string;
  readonly body: string;
  readonly user: string | undefined;
  readonly isSecure: boolean;
}

function mailIn(raw: string, { envelope: { mailFrom, rcptTo }, user, secure: isSecure }: SMTPServerSession): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    head: head.replaceAll(/\r\n[ \t]+/g, ' '),
    body: rest.join('\r\n\r\n'),
    user,
    isSecure,
  };
}

/** A mail server that keeps what it gets. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: false,
    secure: true,
    ...certificate,
    onAuth: ({ username, password }, _session, callback) =>
      password === mailPassword ? callback(null, { user: username ?? '' }) : callback(new Error('Invalid')),
    onData(stream, session, callback) {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => (raw += text));
      stream.on('end', () => {
        mails.push(mailIn(raw, session));
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  afterAll(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, mails };
}
