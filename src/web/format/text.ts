import { foldCase } from '../../core/text/text.ts';

const diacritics = /[\u0300-\u036F]/g;

// Letters that Unicode does not take for another one with a mark.
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** A text as people type it in a search: without case, accents and ligatures, so that `okostrom` is `Ökostrom`. */
export function folded(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(diacritics, '').normalize('NFC');
  return foldCase(plain).replaceAll(/[æœøłđðþı]/g, (letter) => letters[letter] ?? letter);
}

/** What a search looks through: a text folded and, if it has umlauts, also as those write it who have none on their keyboard. */
export function searchable(text: string): string {
  const plain = folded(text);
  const spelledOut = foldCase(text.normalize('NFKC')).replaceAll(/[äöüøå]/g, (letter) => umlauts[letter] ?? letter);
  const other = folded(spelledOut);
  return other === plain ? plain : `${plain}\n${other}`;
}

const segmenter = new Intl.Segmenter();

/** The first letter of a name as its readers see it, in capitals, or its first sign; empty for an empty name. */
export function firstLetterOf(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** A name that keeps its own direction of writing in the middle of a sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
