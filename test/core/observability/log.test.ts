import { describe, expect, test } from 'bun:test';
import { createLog, logLevels } from '../../../src/core/observability/log.ts';
import { activeCharacters, escapeOf } from '../../support/activeCharacters.ts';
import { createTestClock } from '../../support/clock.ts';

const now = '2026-06-16T12:00:00.000Z';

function openLog(level: (typeof logLevels)[number], format: 'json' | 'text') {
  const lines: [line: string, isUrgent: boolean][] = [];
  const log = createLog({
    level,
    format,
    clock: createTestClock(now),
    write: (line, isUrgent) => lines.push([line, isUrgent]),
  });
  return { log, lines };
}

describe('a log', () => {
  test.each([
    ['error', 1],
    ['warn', 2],
    ['info', 3],
    ['debug', 4],
  ] as const)('of level %s writes what matters as much or more, and nothing else', (level, count) => {
    const { log, lines } = openLog(level, 'json');
    for (const each of logLevels) log[each]('it happened');
    const written: unknown[] = lines.map(([line]) => (JSON.parse(line) as { level: unknown }).level);
    expect(written).toEqual(logLevels.slice(0, count));
    expect(logLevels.filter((each) => log.includes(each))).toEqual(logLevels.slice(0, count));
  });

  test('in JSON is one object a line, whatever the message', () => {
    const { log, lines } = openLog('info', 'json');
    log.warn('two\nlines "quoted"', { address: '::1', count: 2 });
    const [line = ''] = lines[0] ?? [];
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(line)).toEqual({
      time: now,
      level: 'warn',
      message: 'two\nlines "quoted"',
      address: '::1',
      count: 2,
    });
  });

  test('in text is one line for people, in which nothing begins another line or steers the terminal', () => {
    const { log, lines } = openLog('info', 'text');
    log.info('a\nb\u001b[31m\u007f', { name: 'c\td' });
    expect(lines[0]?.[0]).toBe(`${now} INFO  a\\nb\\u001b[31m\\u007f name=c\\td\n`);
  });

  test.each(activeCharacters)('escapes %s, and JSON still gives the text itself', (_, character) => {
    for (const format of ['json', 'text'] as const) {
      const { log, lines } = openLog('info', format);
      log.info(`a${character}b`, { name: `c${character}d` });
      const [line = ''] = lines[0] ?? [];
      for (const shown of [`a${escapeOf(character)}b`, `c${escapeOf(character)}d`]) expect(line).toContain(shown);
      expect(line).not.toContain(character);
      if (format === 'json')
        expect(JSON.parse(line)).toMatchObject({ message: `a${character}b`, name: `c${character}d` });
    }
  });

  test('does not let errors wait', () => {
    const { log, lines } = openLog('info', 'text');
    log.error('bad');
    log.info('good');
    expect(lines.map(([, isUrgent]) => isUrgent)).toEqual([true, false]);
  });
});
