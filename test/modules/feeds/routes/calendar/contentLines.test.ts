import { describe, expect, test } from 'bun:test';
import { assert, property, string } from 'fast-check';
import { contentLine, textLine } from '../../../../../src/modules/feeds/routes/calendar/contentLines.ts';

const unfolded = (lines: string) => lines.replaceAll('\r\n ', '');
const octetsOf = (lines: string) => lines.split('\r\n').map((line) => Buffer.byteLength(line));

describe('a content line', () => {
  test('is folded so that no part has more than 75 octets, and no character is split', () => {
    for (const character of ['a', 'é', '€', '\u{1f600}', '👩‍👩‍👧‍👦']) {
      for (let length = 0; length <= 160; length += 1) {
        const line = `SUMMARY:${character.repeat(length)}`;
        const folded = contentLine(line);
        expect(Math.max(...octetsOf(folded))).toBeLessThanOrEqual(75);
        expect(unfolded(folded)).toBe(`${line}\r\n`);
        expect(folded).toBe(Buffer.from(folded).toString());
      }
    }
  });

  test('is not folded up to 75 octets', () => {
    expect(contentLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`);
    expect(contentLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`);
  });

  test.each([
    ['Wine; cheese, \\o/', 'Wine\\; cheese\\, \\\\o/'],
    ['two\nlines\r\nor\rmore', 'two\\nlines\\nor\\nmore'],
    ['a\u0000b\u001bc\u007fd\te', 'a b c d e'],
    ['a\u2028BEGIN:VEVENT\u2029b\u0085c\u000bd\u000ce\u009bf', 'a BEGIN:VEVENT b c d e f'],
    ['Netflix: "HD"', 'Netflix: "HD"'],
    ['\ud800', '\ufffd'],
  ])('has the text %j escaped', (text, escaped) => {
    expect(textLine('SUMMARY', text)).toBe(`SUMMARY:${escaped}\r\n`);
  });

  test('is one line, whatever the text', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(unfolded(textLine('SUMMARY', text)).split(/[\r\n]+/)).toHaveLength(2);
      }),
    );
  });
});
