import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showSettings } from '../../src/cli/configShow.ts';
import { optional, requiredText, secret } from '../../src/core/config/kinds.ts';
import { resolveRules } from '../../src/core/config/sources.ts';
import { outcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

describe('config show', () => {
  test('prints each setting with its value and its source', async () => {
    const config = join(temporaryDirectory(), 'duebook.toml');
    writeFileSync(config, 'quota = 7\n');
    const environment = { DUEBOOK_CONFIG: config, DUEBOOK_TIMEZONE: 'europe/berlin' };
    const shown = await outcomeOf(['config', 'show', '--port', '9000'], environment);
    expect(shown).toMatchObject({ code: 0, notices: [] });
    expect(shown.results[0]).toMatch(/^SETTING +VALUE +SOURCE$/);
    expect(shown.results).toContainEqual(expect.stringMatching(/^host +127\.0\.0\.1 +default$/));
    expect(shown.results).toContainEqual(expect.stringMatching(/^port +9000 +flag --port$/));
    expect(shown.results).toContainEqual(expect.stringMatching(/^quota +7 +config file "quota" in "/));
    expect(shown.results).toContainEqual(
      expect.stringMatching(/^timezone +Europe\/Berlin +variable DUEBOOK_TIMEZONE$/),
    );
    const json = await outcomeOf(['config', 'show', '--json', '--config', config]);
    const settings = JSON.parse(json.results[0] ?? '') as unknown[];
    expect(settings).toContainEqual({ setting: 'port', value: 8383, source: 'default', place: null });
    expect(settings).toContainEqual(expect.objectContaining({ setting: 'quota', value: 7, source: 'config file' }));
  });

  test('shows only whether a secret is set', () => {
    const texts = { flag: 'pin', variable: 'DUEBOOK_PIN', default: '', meaning: '' };
    const rules = { pin: { ...texts, ...secret(optional(requiredText('a PIN'))) } };
    const lines: string[] = [];
    const terminal = { result: (line: string) => void lines.push(line), notice: () => undefined };
    for (const isJson of [true, false]) {
      for (const pin of ['4711', '']) showSettings(resolveRules(rules, { pin }, {}), { json: isJson, terminal });
    }
    expect(lines.join('\n')).not.toContain('4711');
    expect(lines.filter((line) => !line.startsWith('SETTING')).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '[{"setting":"pin","value":"(secret)","source":"flag","place":"--pin"}]',
      '[{"setting":"pin","value":null,"source":"flag","place":"--pin"}]',
      'pin (secret) flag --pin',
      'pin (none) flag --pin',
    ]);
  });

  test('refuses the settings that serve refuses', async () => {
    expect(await outcomeOf(['config', 'show', '--port', 'x'])).toMatchObject({ code: 2, results: [] });
    expect(await outcomeOf(['keys', 'list', '--config', '/none'])).toMatchObject({ code: 2, results: [] });
  });
});
