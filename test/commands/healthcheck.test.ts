import { afterAll, describe, expect, test } from 'bun:test';
import { checkHealth } from '../../src/commands/healthcheck.ts';
import { CommandFailed } from '../../src/commands/terminal.ts';
import type { Clock } from '../../src/system.ts';
import { outcomeOf } from '../support/program.ts';
import { startService } from '../support/service.ts';
import { systemClock } from '../../src/system.ts';

const well = await startService();
const ill = await startService({ checks: { reading: true, writing: false, undamaged: false } });
const portOf = ({ origin }: { origin: string }) => new URL(origin).port;

describe('healthcheck', () => {
  test('ends with 0 when the server is ready', async () => {
    const url = `http://127.0.0.1:${portOf(well)}/readyz`;
    const asked = await outcomeOf(['healthcheck', '--port', portOf(well)]);
    expect(asked).toEqual({ code: 0, results: [`${url} is ready`], notices: [] });
    const environment = { DUEBOOK_PORT: portOf(well), DUEBOOK_HOST: '0.0.0.0' };
    const asJson = await outcomeOf(['healthcheck', '--json'], environment);
    expect(asJson).toEqual({ code: 0, results: [JSON.stringify({ url, ready: true })], notices: [] });
  });

  test('ends with 1 and one line when it is not, and says what fails', async () => {
    const url = `http://127.0.0.1:${portOf(ill)}/readyz`;
    expect(await outcomeOf(['healthcheck', '--port', portOf(ill)])).toEqual({
      code: 1,
      results: [],
      notices: [`duebook: ${url} answers 503: failing writing, undamaged`],
    });
  });

  test('ends with 1 when nobody listens, or something else does', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{}', { status: 404 }) });
    const port = String(other.port);
    expect((await outcomeOf(['healthcheck', '--port', port])).notices).toEqual([
      `duebook: http://127.0.0.1:${port}/readyz answers 404`,
    ]);
    await other.stop(true);
    const refused = await outcomeOf(['healthcheck', '--port', port]);
    expect(refused.code).toBe(1);
    expect(refused.notices).toEqual([expect.stringContaining('no server listens at this address')]);
    expect((await outcomeOf(['healthcheck', '--port', '0'])).code).toBe(1);
  });

  test('gives up after five seconds', async () => {
    const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
    const silent = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data: () => connect() } });
    afterAll(() => silent.stop(true));
    let waited = 0;
    const clock: Clock = {
      ...systemClock,
      after(milliseconds, action) {
        waited = milliseconds;
        void connected.then(action);
        return () => undefined;
      },
    };
    const terminal = { result: () => undefined, notice: () => undefined };
    const asked = checkHealth({ host: '127.0.0.1', port: silent.port, json: false, terminal, clock });
    const failure = await asked.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandFailed);
    expect(failure).toMatchObject({ message: expect.stringContaining('no answer in 5 seconds') });
    expect(waited).toBe(5000);
  });
});
