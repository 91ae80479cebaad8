import { expect, test } from 'bun:test';
import { pasteFrom } from '../support/guides.ts';

// Containers without curl cannot run the commands.
test.if(Bun.which('curl') !== null)(
  'the commands of the first steps in the README work as they are written',
  async () => {
    const output = await pasteFrom('README.md');
    expect(output).not.toContain('"error"');
    expect(output).toMatch(/"upcomingRenewals":\[\{[^\]]*"daysUntilRenewal":\d+/);
    expect(output).toMatch(/"forecast":\{[^\n]*"month":/);
    expect(output).toMatch(/"action":"subscription.update"[^\n]*"renewal":/);
  },
);
