import './support/texts.ts';
import { describe, expect, test } from 'bun:test';
import { Kind, type TObject } from '@sinclair/typebox';
import { KeyDraft } from '../../src/modules/keys/model.ts';
import { DetailFields } from '../../src/modules/subscriptions/detailModel.ts';
import { SubscriptionDraft } from '../../src/modules/subscriptions/model.ts';
import { revertibleFields } from '../../src/modules/subscriptions/rules/revert.ts';
import { Preferences } from '../../src/modules/owners/model.ts';
import { UserDraft } from '../../src/modules/users/model.ts';
import { errorCatalogue, type ErrorCode } from '../../src/core/http/errors/errorCatalogue.ts';
import { type Problem, RequestRefused } from '../../src/web/api/answers.ts';
import { formatNumber } from '../../src/web/format/intl.ts';
import { fieldText, problemText } from '../../src/web/messages/problems.ts';
import type { Reader } from '../../src/web/messages/translate.ts';
import { startService } from '../support/service.ts';
import { opened } from './support/book.ts';
import type { PageCode } from './support/pageTypes.ts';
import { createBrowser } from './support/tab.ts';

const english: Reader = { language: 'en', locale: 'en' };
const german: Reader = { language: 'de', locale: 'de' };
const readers = [english, german];

const typed = 'the types of the OpenAPI document allow no such request';
const listed = 'the page takes each id from a list of the server';
const withoutOptions = 'the page sends such a header or option only where the operation takes it';

/** The errors that a page cannot meet, and why. */
const unmet: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_json: 'the page sends JSON objects only',
  invalid_subscription_field: typed,
  unknown_field: typed,
  invalid_batch: typed,
  not_found: typed,
  method_not_allowed: typed,
  invalid_audit_entry_id: listed,
  invalid_id: listed,
  invalid_pagination: 'limits are constants, and offsets count what was loaded',
  unexpected_body: 'the page sends a body only where the operation takes one',
  unexpected_if_match: withoutOptions,
  unsupported_option: withoutOptions,
  invalid_host: 'a browser sends one Host',
  empty_patch: 'a form without a change sends nothing',
  invalid_if_match: 'the page sends back the tags that it got',
  invalid_idempotency_key: 'the page makes the keys',
  idempotency_key_reused: 'the page makes a new key for each content',
  session_required: 'the page has a session, and offers a password only to users',
  no_rates: 'the page asks for one total only while there are rates',
  not_due: 'the page names the due date of each payment',
  own_user: 'the page does not offer to remove oneself',
};

/** Values as the server sends them with the codes that have some. */
const values = {
  field: 'status',
  allowedValues: ['active', 'paused'],
  conflictingFields: ['amount', 'currency', 'endsOn'],
  current: { nextPaymentDate: '2026-07-15' },
  requestId: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78',
  retryAfterSeconds: 30,
};

function problem(code: ErrorCode | 'new_code' | 'new_record_not_found', details: Partial<Problem> = values): Problem {
  return { code, message: 'The words of the server.', suggestedFix: 'Its fix.', ...details };
}

const inWordsOfServer = 'The words of the server. Its fix.';

describe('the words for an error', () => {
  test('are there in each language for each code that a page can meet, and for no other', () => {
    const codes = Object.keys(errorCatalogue) as readonly ErrorCode[];
    for (const reader of readers) {
      const missing = codes.filter((code) => ['', inWordsOfServer].includes(problemText(reader, problem(code))));
      expect(missing.toSorted()).toEqual((Object.keys(unmet) as ErrorCode[]).toSorted());
    }
  });

  test.each<[ErrorCode, string, string]>([
    ['rate_limit_exceeded', 'in 30 seconds', 'in 30 Sekunden'],
    ['revert_conflict', ': Price, Ends on', ': Preis, Endet am'],
    ['renewal_conflict', 'July 15, 2026', '15. Juli 2026'],
    ['invalid_subscription', 'active, paused', 'active, paused'],
    ['internal_error', values.requestId, values.requestId],
    ['unknown_host', 'The words of the server.', 'The words of the server.'],
  ])('use the values of the server: %s', (code, inEnglish, inGerman) => {
    expect(problemText(english, problem(code))).toContain(inEnglish);
    expect(problemText(german, problem(code))).toContain(inGerman);
  });

  test('name a long wait in minutes, rounded up', () => {
    const wait = (retryAfterSeconds: number) =>
      /in \d+ \w+/.exec(problemText(german, problem('rate_limit_exceeded', { retryAfterSeconds })))?.[0];
    expect([wait(1), wait(120), wait(121)]).toEqual(['in 1 Sekunde', 'in 120 Sekunden', 'in 3 Minuten']);
  });

  test('are those of the server for a code that the page does not know, and where a value is missing', () => {
    for (const reader of readers) {
      expect(problemText(reader, problem('new_code'))).toBe(inWordsOfServer);
      expect(problemText(reader, problem('rate_limit_exceeded', {}))).toBe(inWordsOfServer);
    }
  });

  test('say why a file cannot be imported', () => {
    const reason = { code: 'tooManyRecords', values: { count: '12000', max: '10000' } };
    expect(problemText(german, problem('unreadable_import', { field: 'file', reason }))).toBe(
      'Die Datei hat 12.000 Einträge, aber auf einmal lassen sich höchstens 10.000 importieren. Bitte die Datei aufteilen.',
    );
  });

  test('say for a record of any kind that it is not there any more', () => {
    expect(problemText(english, problem('new_record_not_found', {}))).toStartWith('This does not exist any more');
    expect(problemText(german, problem('new_record_not_found', {}))).toStartWith('Das gibt es nicht mehr');
  });

  test('say for each field of a form what it may contain, with its limits', () => {
    const forms: readonly [ErrorCode, TObject][] = [
      ['invalid_subscription', SubscriptionDraft],
      ['invalid_field', DetailFields],
      ['invalid_field', KeyDraft],
      ['invalid_field', UserDraft],
      ['invalid_field', Preferences],
    ];
    for (const [code, { properties }] of forms) {
      for (const [field, schema] of Object.entries(properties)) {
        // A switch has no other values.
        if (schema[Kind] === 'Flag') continue;
        const { minLength, maxLength, maxItems, items, minimum, maximum, properties: parts } = schema;
        const least = schema[Kind] === 'Password' ? minLength : minimum;
        const limits = [least, maximum, maxLength, maxItems, items?.maxLength, parts?.count?.maximum];
        for (const reader of readers) {
          const text = problemText(reader, problem(code, { ...values, field }));
          const general = problemText(reader, problem(code, { ...values, field: 'x' }));
          expect([field, text]).not.toEqual([field, general.replace('x', fieldText(reader, field))]);
          // Their own limits hold before the one of the dates, which the text names.
          if (field === 'everyMonths') continue;
          for (const limit of limits)
            if (limit !== undefined) expect(text).toContain(formatNumber(Number(limit), reader.locale));
        }
      }
    }
  });

  test('are the same for a new password as for that of a new user', () => {
    const [ofUser, ofForm] = ['password', 'new'].map((field) =>
      problemText(german, problem('invalid_field', { field })),
    );
    expect(ofForm).toBe(ofUser);
  });

  test('ask for a shorter interval, whichever of its fields the server names', () => {
    const fields = [
      ['invalid_subscription', 'period'],
      ['invalid_subscription', 'customDate'],
      ['invalid_field', 'everyMonths'],
    ] as const;
    for (const [code, field] of fields)
      expect(problemText(german, problem(code, { field }))).toStartWith('Einen kürzeren Abstand eingeben.');
  });

  test('name each field that a later change can touch', () => {
    for (const reader of readers)
      expect(revertibleFields.filter((field) => fieldText(reader, field) === field)).toEqual([]);
  });
});

describe('an error of the server', () => {
  test('tells under which number the log has it', () => {
    const body = { error: { code: 'internal_error', message: 'The server failed.' }, requestId: values.requestId };
    const { problem: refused } = new RequestRefused({ status: 500, headers: new Headers() }, body);
    expect(problemText(german, refused)).toEndWith(`unter der Nummer ${values.requestId}.`);
  });

  test('is told in the language of the user, at the field that it concerns', async () => {
    const { service, page } = await opened();
    const { id } = await service.create();
    const { etag } = await page.loadVersion(id);
    const save = () => page.update({ action: 'update', id, patch: { name: 'x'.repeat(121) } }, etag);
    const error: unknown = await save().catch((reason: unknown) => reason);
    expect(page.faultOf(error, 'name')).toBe('Enter 1 to 120 characters, without invisible control characters.');
    await speakGerman(page);
    expect(page.faultOf(error, 'name')).toBe('1 bis 120 Zeichen eingeben, ohne unsichtbare Steuerzeichen.');
    expect(page.faultOf(error, 'amount')).toBeUndefined();
  });

  test('tells how long to wait', async () => {
    const service = await startService({ invalidKeys: { limit: 1, windowSeconds: 600 } });
    const { page } = await createBrowser(service.origin).openTab();
    await speakGerman(page);
    const attempt = () => page.signIn({ code: '7K2M-9XQD-04ZT-HBWC' }).catch(page.messageOf);
    expect(await attempt()).toStartWith('Der Server hat die Anmeldung abgelehnt.');
    expect(await attempt()).toContain('Bitte in 10 Minuten noch einmal versuchen.');
  });
});

async function speakGerman({ languageChoice, followLanguage }: PageCode): Promise<void> {
  languageChoice.value = 'de';
  await followLanguage();
}
