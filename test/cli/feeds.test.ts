import { describe, expect, test } from 'bun:test';
import { createCommands } from '../support/commands.ts';

/** A running server with a calendar feed, and the commands on its data directory. */
async function withFeed() {
  const commands = createCommands();
  const { origin, stop } = await commands.serve();
  const made = await commands.ask('keys', 'create', '--owner', 'default', '--scope', 'admin');
  const answer = await fetch(`${origin}/api/v1/feeds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.results[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bills' }),
  });
  const { data } = (await answer.json()) as { readonly data: { readonly id: string; readonly url: string } };
  return { ...commands, ...data, stop, statusOfLink: async () => (await fetch(data.url)).status };
}

describe('feeds', () => {
  test('are listed without their links, and one that is revoked ends at once, while the server runs', async () => {
    const { ask, askJson, id, url, stop, statusOfLink } = await withFeed();
    expect(await statusOfLink()).toBe(200);
    const { code, results } = await ask('feeds', 'list');
    expect([code, results.length]).toEqual([0, 2]);
    expect(results[1]).toMatch(new RegExp(`^${id} +default +\\d{4}-\\d\\d-\\d\\d +Bills$`));
    expect(await askJson('feeds', 'list')).toMatchObject([{ id, name: 'Bills', owner: 'default' }]);
    expect(JSON.stringify(await askJson('feeds', 'list'))).not.toContain('dbk_f_');

    const typed = await ask('feeds', 'revoke', url);
    expect(typed).toMatchObject({ code: 1, results: [] });
    expect(typed.notices[0]).toContain(`the link of the feed with the id ${id}`);
    expect(typed.notices[0]).not.toContain('dbk_f_');

    expect(await askJson('feeds', 'revoke', id.toUpperCase())).toEqual({ id, revoked: true });
    expect(await statusOfLink()).toBe(404);
    expect(await askJson('feeds', 'list')).toEqual([]);
    const again = await ask('feeds', 'revoke', id);
    expect([again.code, again.notices[0]]).toEqual([1, expect.stringContaining('"duebook feeds list" shows the ids')]);
    await stop();
  });
});
