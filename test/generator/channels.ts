import { channelTypes } from '../../src/modules/channels/rules/channelTypes.ts';
import { settingFactsOf, settingNamesOf } from '../../src/modules/channels/rules/settingFields.ts';
import type { Json } from './fields.ts';
import { pick, type Random } from './random.ts';

// Nothing listens here, so that no test sends anything to the hosts of examples.
const url = 'http://127.0.0.1:9/';

/** Fields of a channel with settings that some type takes; other values as they are. */
export function withSettings(random: Random, value: Json): Json {
  if (value['settings'] === undefined) return value;
  if (value['type'] === undefined) return { ...value, settings: pick(random, [{}, { url }]) };
  const type = pick(random, channelTypes);
  const names = settingNamesOf(type);
  const settings = Object.fromEntries(names.map((name) => [name, settingFactsOf(name).example]));
  return { ...value, type, settings: { ...settings, ...(names.includes('url') && { url }) } };
}
