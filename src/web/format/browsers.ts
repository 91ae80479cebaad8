import type { Words } from '../subscriptions/fields.ts';

const devices: ReadonlySet<string> = new Set(['iPhone', 'iPad']);
const systems: ReadonlySet<string> = new Set(['Android', 'ChromeOS', 'Windows', 'macOS', 'Linux']);

/** A browser in words: the service names it in English, such as `Safari on iPhone`, or by its system alone. */
export function browserText(name: string | null, say: Words['say']): string {
  if (name === null) return say('common.browser.unknown');
  const [, named, known] = /^(?:(.+) on )?(\w+)$/.exec(name) ?? [];
  const [browser, system] = [named ?? say('common.browser'), known ?? ''];
  if (devices.has(system)) return say('common.browser.onDevice', { browser, system });
  return systems.has(system) ? say('common.browser.on', { browser, system }) : name;
}
