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
    const child = Bun.spawn(['systemd-notify', '--ready'], { env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
    const reason = (await new Response(child.stderr).text()).trim();
    if ((await child.exited) !== 0) throw new Error(reason);
  } catch (error) {
    log(`the service manager at ${notifySocket} cannot be notified: ${reasonOf(error)}`);
  }
}
