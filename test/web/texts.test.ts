import { describe, expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import ts from 'typescript-5';
import { auditActions } from '../../src/core/audit/auditEntry.ts';
import * as germanActivity from '../../src/web/messages/de/activity.ts';
import * as germanCalendar from '../../src/web/messages/de/calendar.ts';
import * as germanErrors from '../../src/web/messages/de/errors.ts';
import * as germanForm from '../../src/web/messages/de/form.ts';
import * as germanImports from '../../src/web/messages/de/imports.ts';
import * as germanInsights from '../../src/web/messages/de/insights.ts';
import * as germanList from '../../src/web/messages/de/list.ts';
import * as germanReminders from '../../src/web/messages/de/reminders.ts';
import * as germanSetAside from '../../src/web/messages/de/setAside.ts';
import * as germanSettings from '../../src/web/messages/de/settings.ts';
import * as germanSignIn from '../../src/web/messages/de/signIn.ts';
import * as germanStart from '../../src/web/messages/de/start.ts';
import * as activity from '../../src/web/messages/en/activity.ts';
import * as calendar from '../../src/web/messages/en/calendar.ts';
import * as errors from '../../src/web/messages/en/errors.ts';
import * as form from '../../src/web/messages/en/form.ts';
import * as imports from '../../src/web/messages/en/imports.ts';
import * as insights from '../../src/web/messages/en/insights.ts';
import * as list from '../../src/web/messages/en/list.ts';
import * as reminders from '../../src/web/messages/en/reminders.ts';
import * as setAside from '../../src/web/messages/en/setAside.ts';
import * as settings from '../../src/web/messages/en/settings.ts';
import * as signIn from '../../src/web/messages/en/signIn.ts';
import * as start from '../../src/web/messages/en/start.ts';
import { catalogues, loadTexts, translate, type Plural } from '../../src/web/messages/translate.ts';

await loadTexts('de');

type Areas = Readonly<Record<string, Readonly<Record<string, string | Plural>>>>;

/** Texts that load together, by area. */
const english: readonly Areas[] = [
  catalogues.en,
  activity,
  calendar,
  errors,
  form,
  imports,
  insights,
  list,
  reminders,
  setAside,
  settings,
  signIn,
  start,
];
const german: readonly Areas[] = [
  catalogues.de ?? {},
  germanActivity,
  germanCalendar,
  germanErrors,
  germanForm,
  germanImports,
  germanInsights,
  germanList,
  germanReminders,
  germanSetAside,
  germanSettings,
  germanSignIn,
  germanStart,
];

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
    const all = Array.from(sources.values()).join('\n');
    // The activity takes these by the action.
    const actions: readonly string[] = auditActions;
    // These have the codes of reasons and remarks as their names, and the catalogue has a type for that.
    const isOfCode = (key: string) => /^imports\.(?:fault|remark)\./.test(key);
    const unused = keys().filter((key) => !all.includes(`'${key}'`) && !actions.includes(key) && !isOfCode(key));
    expect(unused).toEqual([]);
  });

  test('each is there in every language, with the same placeholders', () => {
    expect(german.map((areas) => Object.keys(areas).sort())).toEqual(english.map((areas) => Object.keys(areas).sort()));
    for (const [place, areas] of english.entries()) {
      for (const [area, messages] of Object.entries(areas)) {
        const translated = german[place]?.[area] ?? {};
        expect(Object.keys(translated)).toEqual(Object.keys(messages));
        for (const [name, message] of Object.entries(messages)) {
          expect([name, formsOf(translated[name]).every((text) => text.trim() !== '')]).toEqual([name, true]);
          expect([`${area}.${name}`, placeholdersOf(translated[name])]).toEqual([
            `${area}.${name}`,
            placeholdersOf(message),
          ]);
        }
      }
    }
  });

  test('each key is there once: those that load late replace none of the others', () => {
    const all = keys();
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([]);
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
  const found = [...english, ...german].flatMap((areas) =>
    Object.values(areas).flatMap((messages) =>
      Object.values(messages)
        .flatMap(formsOf)
        .filter((text) => otherWords.some((word) => word.test(text.replaceAll(/\{\w+\}/g, '')))),
    ),
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

function keys(): string[] {
  return english
    .filter((areas) => areas !== errors)
    .flatMap((areas) => Object.entries(areas))
    .flatMap(([area, messages]) => Object.keys(messages).map((name) => `${area}.${name}`));
}

function formsOf(message: string | Plural | undefined): string[] {
  return typeof message === 'object' ? [message.one, message.other] : [message ?? ''];
}

function placeholdersOf(message: string | Plural | undefined): string[] {
  return Array.from(new Set(formsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))).sort();
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
