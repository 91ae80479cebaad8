import { join } from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** A certificate that signs itself, for a host name, with its private key; in PEM. */
export function makeCertificate(hostName: string): { readonly cert: string; readonly key: string } {
  const directory = temporaryDirectory();
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(directory, name)) as [string, string];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${hostName}`, '-addext', `subjectAltName=DNS:${hostName}`];
  const made = Bun.spawnSync(['openssl', 'req', '-x509', ...options, ...names, '-keyout', key, '-out', cert]);
  if (!made.success) throw new Error(`openssl failed: ${made.stderr.toString()}`);
  const read = (path: string) => new TextDecoder().decode(Bun.mmap(path));
  return { cert: read(cert), key: read(key) };
}
