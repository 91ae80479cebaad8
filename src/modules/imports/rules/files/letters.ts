/** The letters of a language, of which those in ASCII say nothing. */
export interface Letters {
  /** Whether words have letters in ASCII, too. */
  readonly isLatin: boolean;
  /** How unlikely a letter is: the negative natural logarithm of a rough probability. */
  readonly costOf: (letter: string) => number;
}

/** How unlikely what no text of a language has is. */
export const foreign = 9;

// The letters of languages beyond ASCII, the most frequent ones first.
const alphabets: Readonly<Record<string, string>> = {
  de: 'üäößé',
  fr: 'éèàêçôîùâûëïœæ',
  es: 'óíáéñúü',
  pt: 'ãçáéíõóâêàúô',
  it: 'àèòùìéó',
  nl: 'ëéïöüèêáç',
  sv: 'äåöé',
  da: 'øåæé',
  is: 'áíðéóþúýæö',
  pl: 'łęąóżśćńź',
  cs: 'íáěéýčžřšůúťďňó',
  sk: 'áíéčýžšúľťôňďóäĺŕ',
  hu: 'éáőöóüíúű',
  hr: 'čćšžđ',
  sl: 'čšž',
  ro: 'ăţşîâ',
  tr: 'ıİşğüçöâî',
  lt: 'ėšųžąįūęč',
  lv: 'āīēšūņžļģķč',
  et: 'äõüöšž',
  el: 'αοιετσνηυρπκμλςωδγχθφβξζψάόίέήύώϊϋΐΰ',
  ru: 'оеаинтсрвлкмдпуяызьбгчйжхшюцщэфъё',
  uk: 'оанівтерисклдумпяьзбгчйхжцюшїєщфґ',
  bg: 'аоеинтрвслкдпмзъугбчйжцшхщяюфь',
  sr: 'аоиенрстјукдвмплгзбчшцњћжљђхџф',
  he: 'יוהלאמרתבשנכםקדעפחגטזסןצךףץ',
  ar: 'اليمونتربةعدسفهكقحجأشصطزخضذغثظءئىإآؤ',
};

// Of the letters of a language with the Latin script, those beyond ASCII.
const shareBeyondAscii = 0.1;

// Those of other scripts are too many to tell apart.
const scripts: Readonly<Record<string, readonly (readonly [RegExp, number])[]>> = {
  zh: [[/\p{Script=Han}/u, 7.5]],
  ko: [[/\p{Script=Hangul}/u, 7]],
  ja: [
    [/[\u3040-\u30ff]/u, 4.5],
    [/[\uff61-\uff9f]/u, 5],
    [/\p{Script=Han}/u, 8],
  ],
};

const byLanguage = new Map<string, Letters>();

/** The letters of a language, by its code. */
export function lettersOf(language: string): Letters {
  const alphabet = alphabets[language];
  const letters = byLanguage.get(language) ?? (alphabet === undefined ? ofScripts(language) : ofAlphabet(alphabet));
  byLanguage.set(language, letters);
  return letters;
}

/** Each letter is about as frequent as its place says. */
function ofAlphabet(alphabet: string): Letters {
  const isLatin = /^\p{Script=Latin}/u.test(alphabet);
  const shares = Array.from(alphabet, (letter, place) => [letter, 1 / (place + 2)] as const);
  const all = shares.reduce((sum, [, share]) => sum + share, 0) / (isLatin ? shareBeyondAscii : 1);
  const costs = new Map(shares.map(([letter, share]) => [letter, -Math.log(share / all)]));
  return { isLatin, costOf: (letter) => costs.get(letter) ?? costs.get(letter.toLowerCase()) ?? foreign };
}

function ofScripts(language: string): Letters {
  const own = scripts[language] ?? [];
  return { isLatin: false, costOf: (letter) => own.find(([script]) => script.test(letter))?.[1] ?? foreign };
}
