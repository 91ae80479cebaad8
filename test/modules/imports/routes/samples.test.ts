import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import { intervalOf } from '../../../../src/web/format/intervals.ts';
import { importFile } from '../../../support/imports.ts';
import { startService } from '../../../support/service.ts';

const folder = join(import.meta.dir, '../../../fixtures/imports');
const service = await startService({ now: '2026-11-23T12:00:00.000Z' });

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly nextPaymentDate: string;
}

const ofWallos = {
  created: [
    '1 day: Morning Bell 1.5 EUR 2026-11-23',
    '1 month: Climbing hall 36.4 EUR 2026-12-01',
    '1 month: Cloudkiste 1.19 EUR 2026-11-24',
    '1 month: Filmhaus 13.49 USD 2026-12-31',
    '1 month: Klangbox 7.95 EUR 2026-12-05',
    '1 month: Laundry 5 EUR 2026-12-01',
    '1 year: Codewerk 176 EUR 2027-02-28',
    '2 week: Harbour Weekly 6 EUR 2026-11-24',
    '3 month: Boat insurance 318 EUR 2026-11-30',
  ],
};
const ofSubtrackr = {
  created: [
    '1 month: Climbing hall 36.4 USD 2026-12-01',
    '1 month: Cloudkiste 1.19 USD 2026-11-24',
    '1 month: Filmhaus 13.49 USD 2026-11-30',
    '1 month: Klangbox 7.95 EUR 2026-12-05',
    '1 month: Notewell trial 8 USD 2026-11-29',
    '1 month: Picture Suite 41.5 USD 2026-11-15',
    '1 year: Codewerk 176 USD 2027-03-01',
    '2 week: Harbour Weekly 6 USD 2026-11-24',
    '3 month: Boat insurance 318 USD 2026-11-30',
  ],
  failed: ['1 name missing'],
};

// Every fixture: what a household has after its import, as the file says it, and what is refused instead of guessed.
const files: Readonly<Record<string, { readonly created: readonly string[]; readonly failed?: readonly string[] }>> = {
  'company-and-name.csv': {
    created: [
      '1 month: Photo storage 3.49 EUR 2027-02-03',
      '1 month: Piano course 28 EUR 2027-02-24',
      '1 month: Video calls 11.9 EUR 2027-02-11',
    ],
  },
  'frequency-and-interval.csv': {
    created: [
      '1 month: Allotment 12 EUR 2027-02-15',
      '2 month: Heating 84.6 EUR 2027-02-28',
      '6 month: Chimney sweep 47.2 EUR 2027-03-09',
    ],
  },
  'excel-windows1250.csv': {
    created: [
      '1 month: Książki – półka 8.75 EUR 2027-02-12',
      '1 month: Śmieci i ścieki 31.4 EUR 2027-02-28',
      '1 year: Ogród działkowy 210 EUR 2027-05-04',
    ],
  },
  'excel-windows1251.csv': {
    created: ['1 month: Домашний интернет 650 EUR 2027-02-28', '1 month: Спортивный зал 22.5 EUR 2027-02-12'],
  },
  'wallos-entities.json': { created: ['1 month: Bread & Butter 7.4 EUR 2027-02-28'] },
  'wallos-two-payers.json': {
    created: ['1 month: Radio 3.2 EUR 2027-02-09', '1 month: Radio 8.6 EUR 2027-02-28'],
  },
  'wallos-without-cycle.json': { created: [], failed: ['1 period cycleNotExported'] },
  'wallos-in-answer.json': { created: ['1 month: Gazette 7.4 EUR 2027-02-28'] },
  'wallos-export.json': ofWallos,
  'wallos-export.csv': ofWallos,
  'wallos-api-get_subscriptions.json': ofWallos,
  'subtrackr-export.json': ofSubtrackr,
  'subtrackr-backup.json': ofSubtrackr,
  'subtrackr-export.csv': ofSubtrackr,
  'subscription-manager-export.json': {
    created: [
      '1 month: Climbing hall 36.4 EUR 2026-12-01',
      '1 month: Cloudkiste 1.19 USD 2026-11-24',
      '1 month: Filmhaus 13.49 USD 2026-11-30',
      '1 month: Klangbox 7.95 EUR 2026-12-05',
      '1 month: Old phone plan 20 CNY 2026-11-30',
      '1 year: Codewerk 176 USD 2027-02-28',
      '13 week: Boat insurance 318 EUR 2026-11-30',
    ],
  },
};

test('there is a case for each fixture', () => {
  expect(Object.keys(files).sort()).toEqual(Array.from(new Glob('*').scanSync(folder)).sort());
});

test.each(Object.entries(files))('§21.1: %s is imported without losing or inventing money', async (file, expected) => {
  const key = service.makeKey(file, 'write');
  const bytes = await Bun.file(join(folder, file)).bytes();
  const query = `?onError=skip&currencyFor=${file.includes('api') ? '1:EUR,2:USD' : '%24:USD'}`;
  const { report } = await importFile(service, key, bytes, query);
  const stored = (await service.list('?sort=name&limit=100', key)).data as unknown as readonly Stored[];
  const facts = await Promise.all(
    stored.map(async (one) => {
      const { json } = await service.call('GET', `/api/v1/subscriptions/${one.id}/details`, { key });
      const interval = intervalOf({ ...one, ...(json.data as object) } as never);
      return `${interval?.count} ${interval?.unit}: ${one.name} ${one.amount} ${one.currency} ${one.nextPaymentDate}`;
    }),
  );
  expect(facts.sort()).toEqual([...expected.created]);
  const failed = report.results.flatMap(({ row, error }) =>
    error ? [`${row} ${error.field} ${error.reason?.code}`] : [],
  );
  expect(failed).toEqual([...(expected.failed ?? [])]);
  // Again, nothing is new.
  expect((await importFile(service, key, bytes, query)).report.created).toBe(0);
});
