import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { channelTypes } from '../../../../src/modules/channels/rules/channelTypes.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';

const guide = await Bun.file(join(import.meta.dir, '../../../../docs/reminders.md')).text();
const rows = Array.from(guide.matchAll(/^\| `([\w-]+)` +\| `(\{.*?\})` +\|/gm));
const recipes = rows.map(
  ([, type = '', settings = '']) => `{"name": "${type}", "type": "${type}", "settings": ${settings}}`,
);
const service = await startService();
const key = service.makeKey('first', 'admin');
const receiver = startReceiver();

interface Recipe {
  readonly name: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, string>>;
}

describe('a recipe in docs/reminders.md', () => {
  test('is there for each type of channel', () => {
    const types = recipes.map((json) => (JSON.parse(json) as Recipe).type);
    expect(new Set(types)).toEqual(new Set(channelTypes));
  });

  test.each(recipes)('makes a channel, which reaches its receiver: %s', async (json) => {
    const made = await service.call('POST', '/api/v1/channels', { key, raw: json });
    expect(made.status).toBe(201);
    const recipe = JSON.parse(json) as Recipe;
    if (recipe.type === 'email') return;
    // The same, with the address of a receiver that is here.
    const { pathname } = new URL(recipe.settings['url'] ?? receiver.url);
    const settings = { ...recipe.settings, url: receiver.url + pathname };
    const created = await service.call('POST', '/api/v1/channels', { key, json: { ...recipe, settings } });
    service.clock.advance(61);
    const { data } = (await service.call('POST', `/api/v1/channels/${created.json.data.id}/test`, { key })).json;
    expect(data as object).toEqual({ outcome: 'sent', status: 200 });
    for (const { json: one } of [made, created])
      expect((await service.call('DELETE', `/api/v1/channels/${one.data.id}`, { key })).status).toBe(200);
  });
});
