import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript-5';
import { auditActions } from '../../src/core/audit/auditEntry.ts';
import late from '../../src/web/messages/en.late.ts';
import first from '../../src/web/messages/en.ts';
import { languageCodes, languages } from '../../src/web/messages/languages.ts';
import { translate, type Plural } from '../../src/web/messages/translate.ts';
import './support/texts.ts';

type Areas = Readonly<Record<string, Readonly<Record<string, string | Plural>>>>;

const english = { first, late } as const;

/** The catalogues of the other languages, each with the English one that it translates. */
const translations = await Promise.all(
  languageCodes
    .filter((code) => code !== 'en')
    .flatMap((code) =>
      (['first', 'late'] as const).map(async (part) => {
        const file = part === 'first' ? `${code}.json` : `${code}.late.json`;
        const { default: texts }: { default: Areas } = await languages[code][part]();
        return [file, textsOf(english[part]), textsOf(texts)] as const;
      }),
    ),
);

const root = join(import.meta.dir, '../..');
const files = Array.from(new Glob('src/web/**/*.{ts,tsx}').scanSync(root))
  .filter((file) => !file.includes('/messages/') && !file.endsWith('.d.ts'))
  .sort();
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const)),
);

/** Attributes whose text a user reads or hears. */
const shownAttributes = new Set(
  'aria-label aria-description aria-valuetext title placeholder alt label text help error aside action'.split(' '),
);

describe('texts', () => {
  test('all are in the catalogue: a component has no words of its own', () => {
    expect(Array.from(sources, ([file, source]) => looseTexts(file, source)).flat()).toEqual([]);
  });

  test('the search for words outside the catalogue finds them', () => {
    const source = `
      const a = <p title="One">Two {'Three'} · {b ? 'Four' : \`Five \${c}\`} {t('common.close')} {d === 'e' && <i class="x" />}</p>;
      const f = <Card aside={g ?? 'Six'} label={t('common.close')} kind="primary">{h.i}</Card>;`;
    expect(looseTexts('x.tsx', source).map((line) => line.slice('x.tsx: '.length))).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five ',
      'Six',
    ]);
  });

  test('none is left over: each key of the catalogue is used', () => {
    const isUsed = usesIn(Array.from(sources.values()).join('\n'));
    // The activity takes these by the action.
    const actions: readonly string[] = auditActions;
    // These have the codes of errors, reasons and remarks as their names, and the catalogue has a type for that.
    const isOfCode = (key: string) => /^(?:errors|imports\.(?:fault|remark))\./.test(key);
    const unused = [...textsOf(first).keys(), ...textsOf(late).keys()].filter(
      (key) => !isUsed(key) && !actions.includes(key) && !isOfCode(key),
    );
    expect(unused).toEqual([]);
  });

  test.each(translations)('%s has the keys, the plurals and the placeholders of English', (file, source, texts) => {
    expect(faultsOf(file, source, texts)).toEqual([]);
  });

  test('the comparison with English names the file and the key of each fault', () => {
    const source = textsOf({
      a: { one: 'One', two: 'Two {x}', three: { one: '{count} c', other: '{count} cs' }, four: '4' },
    });
    const texts = textsOf({ a: { two: 'Zwei {y}', three: 'Drei', four: ' ', five: 'Fünf' } });
    expect(faultsOf('xx.json', source, texts)).toEqual([
      'xx.json: a.one is missing',
      'xx.json: a.two needs the placeholders {x}, not {y}',
      'xx.json: a.three needs the forms one and other',
      'xx.json: a.four is empty',
      'xx.json: a.five is not in English any more',
    ]);
  });

  test('each key is there once: those that load late replace none of the others', () => {
    expect([...textsOf(first).keys()].filter((key) => textsOf(late).has(key))).toEqual([]);
  });

  test('the first ones are those that the code of the first view uses: the others may not be there yet', async () => {
    const isUsed = usesIn((await filesOfFirstView()).map((file) => sources.get(file)).join('\n'));
    expect([...textsOf(late).keys()].filter(isUsed)).toEqual([]);
    expect([...textsOf(first).keys()].filter((key) => !isUsed(key))).toEqual([]);
  });
});

// Each with the word that the page uses instead.
const otherWords: readonly RegExp[] = [
  // household, View · Change · Manage, current password, sign-in link
  /\b(book|owner|admin|scope|present password|one-time link)\b/i,
  // Haushalt, Verwalten, Testphase, aktuelles Passwort, Anmeldelink
  /\b(Buch|Probezeit|Bisherige[sn]? Passwort|Einmal-Link|Anmelde-Link)\b/i,
];

test('one thing has one word: the page names neither what the API calls it nor a second word for it', () => {
  const found = [textsOf(first), textsOf(late), ...translations.map(([, , texts]) => texts)].flatMap((texts) =>
    Array.from(texts.values())
      .flatMap(formsOf)
      .filter((text) => otherWords.some((word) => word.test(text.replaceAll(/\{\w+\}/g, '')))),
  );
  expect(found).toEqual([]);
});

test('a message gets its values and the form that its number needs', () => {
  const reader = { language: 'de', locale: 'de' } as const;
  expect(translate(reader, 'common.date.overdue', { count: 1 })).toBe('seit 1 Tag überfällig');
  expect(translate(reader, 'common.date.overdue', { count: 1200 })).toBe('seit 1.200 Tagen überfällig');
  expect(translate({ language: 'en', locale: 'en' }, 'shell.signedIn', { household: '{user}', user: 'maria' })).toBe(
    '{user} · signed in as maria',
  );
});

/** The texts by their whole keys. */
function textsOf(areas: Areas): ReadonlyMap<string, string | Plural> {
  return new Map(
    Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
    ),
  );
}

/** What is wrong with a translation. */
function faultsOf(
  file: string,
  source: ReadonlyMap<string, string | Plural>,
  texts: ReadonlyMap<string, string | Plural>,
): string[] {
  const faults = Array.from(source, ([key, message]) => {
    const text = texts.get(key);
    if (text === undefined) return `${key} is missing`;
    const forms = formNames(message);
    if (formNames(text) !== forms) return `${key} needs ${forms ? `the forms ${forms}` : 'one text'}`;
    if (formsOf(text).some((form) => form.trim() === '')) return `${key} is empty`;
    const [needed, given] = [placeholdersOf(message), placeholdersOf(text)];
    return needed === given ? [] : `${key} needs the placeholders ${needed || '(none)'}, not ${given || '(none)'}`;
  }).flat();
  const leftOver = [...texts.keys()].filter((key) => !source.has(key));
  return [...faults, ...leftOver.map((key) => `${key} is not in English any more`)].map((fault) => `${file}: ${fault}`);
}

function formNames(message: string | Plural): string {
  return typeof message === 'string' ? '' : Object.keys(message).sort().join(' and ');
}

/** Tells whether code uses a key: it names it, or puts it together from a part and a value, which the compiler checks. */
function usesIn(code: string): (key: string) => boolean {
  const templates = Array.from(code.matchAll(/\b(?:t|tKnown|say|sayKnown)\(\s*`([^`]+)`/g), ([, template = '']) =>
    template
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replaceAll(/[^\w-]/g, String.raw`\$&`))
      .join('.+'),
  );
  const pattern = new RegExp(`^(?:${templates.join('|')})$`);
  return (key) => code.includes(`'${key}'`) || pattern.test(key);
}

/** The sources of what loads before the first view is shown. */
async function filesOfFirstView(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, 'src/web/main.tsx')],
    target: 'browser',
    jsx: { runtime: 'automatic', importSource: 'preact', development: false },
    splitting: true,
    metafile: true,
  });
  const found = new Set(['src/web/main.tsx']);
  for (const file of found) {
    for (const { path, kind } of metafile?.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') found.add(relative(root, resolve(path)));
    }
  }
  return Array.from(found);
}

function formsOf(message: string | Plural): string[] {
  return typeof message === 'object' ? Object.values(message) : [message];
}

function placeholdersOf(message: string | Plural): string {
  return Array.from(new Set(formsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? [])))
    .sort()
    .join(', ');
}

/** The words that a component shows without the catalogue. */
function looseTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    if (/\p{L}/u.test(text)) found.push(`${file}: ${text.replaceAll(/\s+$|^\s+(?=\s)/g, '')}`);
  };

  /** Notes the literals that an expression may evaluate to. */
  function noteValue(node: ts.Node): void {
    if (ts.isStringLiteralLike(node)) note(node.text);
    else if (ts.isTemplateExpression(node))
      [node.head, ...node.templateSpans.map((span) => span.literal)].forEach(noteRaw);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(noteValue);
    else if (ts.isParenthesizedExpression(node)) noteValue(node.expression);
    else if (ts.isBinaryExpression(node) && isChoice(node.operatorToken.kind))
      [node.left, node.right].forEach(noteValue);
  }

  function noteRaw(part: ts.TemplateLiteralLikeNode): void {
    if (/\p{L}/u.test(part.text)) found.push(`${file}: ${part.text}`);
  }

  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) note(node.text.trim());
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression) noteValue(node.expression);
    else if (ts.isJsxAttribute(node) && shownAttributes.has(node.name.getText()) && node.initializer) {
      noteValue(ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node) : node.initializer);
    }
    ts.forEachChild(node, visit);
  }

  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function isChoice(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.PlusToken,
  ].includes(kind);
}
