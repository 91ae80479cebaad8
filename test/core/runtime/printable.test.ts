import { expect, test } from 'bun:test';
import { isCleanName } from '../../../src/core/text/text.ts';
import { printable } from '../../../src/core/runtime/terminal.ts';

test('§15.9: what is refused in a name is what a list escapes, and nothing else', () => {
  const characters = Array.from({ length: 0x11_00_00 }, (_, codePoint) => codePoint)
    .filter((codePoint) => codePoint < 0xd8_00 || codePoint > 0xdf_ff)
    .map((codePoint) => String.fromCodePoint(codePoint));
  const quoted = new Set(['"', '\\']);
  const different = characters.filter(
    (character) => !quoted.has(character) && isCleanName(character) !== (printable(character) === character),
  );
  expect(different).toEqual([]);
  expect(characters.filter((character) => !isCleanName(character)).length).toBeGreaterThan(70);
});
