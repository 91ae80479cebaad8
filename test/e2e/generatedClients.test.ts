import { expect, test } from 'bun:test';
import { startServer } from '../support/binary.ts';
import { generatorsAtHand, generatorsToFetch, tryClient } from '../support/generatedClients.ts';

// Those that have to be fetched are tried where it is asked for.
const generators = Object.entries({
  ...generatorsAtHand,
  ...(process.env['CLIENTS_TEST'] === '1' && generatorsToFetch),
});

test.each(generators)(
  'a client that %s generates compiles, keeps amounts exact, tells a dry run from a write, and reads errors whole',
  async (_, generator) => {
    const server = await startServer();
    expect(await tryClient(generator, server.origin, server.initialKey())).toEqual({
      created: 999_999.99,
      listed: [999_999.99],
      // Whether it was a dry run comes first.
      preview: [true, 'paused'],
      patched: [false, 'active', 12.5],
      monthlyTotals: [12.5],
      batch: [
        ['update', 'cancelled'],
        ['delete', 'Domain'],
      ],
      refused: {
        status: 400,
        code: 'invalid_subscription',
        message: expect.stringMatching(/^name must be a string/),
        field: 'name',
        suggestedFix: expect.stringMatching(/^Send /),
      },
      deletionPreview: [true, false, 'Domain'],
      deletion: [false, true],
    });
    await server.stop();
  },
  300_000,
);
