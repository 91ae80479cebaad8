import { reasonOf } from './systemErrors.ts';

/**
 * Tells the service manager that the service is ready. Neither Bun nor Node can send a datagram to a Unix socket; a program
 * of systemd can. If it fails, that is a log line only.
 *
 * @param notifySocket the address that the service manager has given this process; undefined when it wants no notification
 * @param log takes a log line at level error
 */
export async function notifyReady(notifySocket: string | undefined, log: (line: string) => void): Promise<void> {
  if (notifySocket === undefined) return;
  try {
    const env = { PATH: '/usr/bin:/bin', NOTIFY_SOCKET: notifySocket };
    // Loaded here, because most starts do not need it.
    const { execFile } = await import('node:child_process');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    execFile('systemd-notify', ['--ready'], { env }, (error, _, stderr) => {
      if (error === null) resolve();
      else reject(typeof error.code === 'number' ? new Error(stderr.trim()) : error);
    });
    await promise;
  } catch (error) {
    log(`the service manager at ${notifySocket} cannot be notified: ${reasonOf(error)}`);
  }
}
