import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveSettings } from '../../src/core/config/settings.ts';
import { writeRunningSettings } from '../../src/server/address.ts';
import { streamedOutcomeOf } from '../support/program.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { openTestStore } from '../support/testStore.ts';

const header = 'name,category,amount,currency,period,lastPaymentDate';
const rows = ['Netflix,TV,15.99,EUR,monthly,2026-06-01', 'Gym,Sport,30,EUR,monthly,2026-06-15'];

/** A book without subscriptions, and a way to import a CSV table into it. */
function openBook() {
  const { directory, store } = openTestStore();
  const folder = temporaryDirectory();
  const importing = async (lines: readonly string[] | Uint8Array, ...words: string[]) => {
    const path = join(folder, 'table.csv');
    writeFileSync(path, lines instanceof Uint8Array ? lines : lines.join('\n'));
    return streamedOutcomeOf(['import', path, '--owner', 'first', '--data-dir', directory, ...words]);
  };
  const names = async () => {
    const { output } = await streamedOutcomeOf(['export', '--owner', 'first', '--data-dir', directory]);
    return (JSON.parse(output) as { subscriptions: { name: string }[] }).subscriptions.map(({ name }) => name);
  };
  return { directory, store, importing, names };
}

describe('import', () => {
  test('creates the subscriptions of a file, and prints how many', async () => {
    const { importing, names } = openBook();
    const { code, notices, results } = await importing([header, ...rows]);
    expect([code, notices]).toEqual([0, []]);
    expect(results).toEqual([
      'format   csv',
      'records  2',
      'created  2',
      'updated  0',
      'skipped  0',
      'failed   0',
      '',
      'imported: 2 created, 0 updated',
    ]);
    expect(await names()).toEqual(['Netflix', 'Gym']);
  });

  test('takes decisions about single records, and says which subscription has the same name', async () => {
    const { importing, names } = openBook();
    await importing([header, ...rows]);
    const again = [
      header,
      rows[0] ?? '',
      'gym,Sport,300,EUR,yearly,2026-06-15',
      'Rent,Home,many,EUR,monthly,2026-06-01',
    ];
    const { code, results } = await importing(again, '--create', '1', '--leave-out', '3', '--on-same-name', 'skip');
    expect([code, results.at(-1)]).toEqual([0, 'imported: 1 created, 0 updated']);
    expect(results.find((line) => line.includes('gym'))).toMatch(
      /skipped +gym +A subscription has this name: "Gym", 30 EUR, active\.$/,
    );
    expect(await names()).toEqual(['Netflix', 'Gym', 'Netflix']);
    expect((await importing(again, '--update', 'Netflix')).notices).toEqual([
      'duebook: --update cannot be read. Send the numbers of records in the file, from 1, such as 3,8-12.',
    ]);
  });

  test('with --dry-run writes nothing', async () => {
    const { importing, names } = openBook();
    const { code, results } = await importing([header, ...rows], '--dry-run');
    expect([code, results.at(-1)]).toEqual([
      0,
      'dry run, nothing was written; the import would be: 2 created, 0 updated',
    ]);
    expect(await names()).toEqual([]);
  });

  test('refuses a file for which its owner has no room, also in a dry run, and says how many fit', async () => {
    const { importing, names } = openBook();
    const limit = ['--subscriptions-per-owner', '1'];
    for (const words of [['--dry-run'], []]) {
      const { code, notices } = await importing([header, ...rows], ...words, ...limit);
      expect([code, notices]).toEqual([
        1,
        [
          'duebook: nothing was imported, because first has no room. There are 0 subscriptions, and the limit is 1: 1 more is possible, not 2. Give a higher --subscriptions-per-owner, or delete subscriptions.',
        ],
      ]);
    }
    expect(await names()).toEqual([]);
    expect((await importing([header, ...rows.slice(0, 1)], ...limit)).code).toBe(0);
  });

  test('refuses the whole file for a faulty record, and says how to correct it; --on-error skip leaves it out', async () => {
    const { importing, names } = openBook();
    const lines = [header, ...rows, 'Rent,Home,$800,,monthly,2026-06-01'];
    const { code, notices, results } = await importing(lines);
    expect([code, notices]).toEqual([
      1,
      [expect.stringMatching(/^duebook: nothing was imported, because one record is faulty: .*--on-error skip/)],
    ]);
    expect(results.slice(-2)).toEqual([
      expect.stringMatching(/^RECORD +OUTCOME +NAME +REMARK$/),
      expect.stringMatching(/^3 +failed +Rent +currency: .*--currency-for '\$:USD'/),
    ]);
    expect(await names()).toEqual([]);
    expect((await importing(lines, '--on-error', 'skip')).code).toBe(0);
    expect(await names()).toEqual(['Netflix', 'Gym']);
    expect((await importing(lines, '--currency-for', '$:USD')).results.at(-1)).toBe('imported: 1 created, 0 updated');
    expect(await names()).toEqual(['Netflix', 'Gym', 'Rent']);
  });

  test('leaves out what is there, and names it, unless it is to be updated', async () => {
    const { importing } = openBook();
    await importing([header, ...rows]);
    const again = await importing([header, rows[0]?.replace('15.99', '17.99') ?? '']);
    expect(again.results.at(-1)).toBe('there was nothing to import');
    expect(again.results.at(-3)).toMatch(/^1 +skipped +Netflix +The subscription [0-9a-f-]{36} has the same name/);
    const updating = await importing([header, rows[0]?.replace('15.99', '17.99') ?? ''], '--on-duplicate', 'update');
    expect(updating.results.at(-1)).toBe('imported: 0 created, 1 updated');
  });

  test('takes columns that --mapping names, prints those that it ignores, and with --json the report', async () => {
    const { importing, names } = openBook();
    const lines = [header.replace('category', 'Fächer'), ...rows];
    const ignoring = await importing(lines, '--dry-run');
    expect(ignoring.results).toContainEqual(expect.stringMatching(/^ignored columns +Fächer$/));
    const { code, results } = await importing(lines, '--mapping', 'F%C3%A4cher:category', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(results.join(''))).toMatchObject({ format: 'csv', rows: 2, created: 2, id: expect.any(String) });
    expect(await names()).toEqual(['Netflix', 'Gym']);
  });

  test('prints which encoding a file is read in, and takes another one with --encoding', async () => {
    const { importing } = openBook();
    const lines = Buffer.from([header, ...rows].join('\n').replace('Gym', 'Pr\u00b9d \u00afoliborz'), 'latin1');
    const guessed = await importing(lines, '--dry-run');
    expect(guessed.code).toBe(0);
    expect(guessed.results).toContainEqual(expect.stringMatching(/^encoding +windows-1250$/));
    expect(guessed.results).toContainEqual(
      expect.stringMatching(/^The file is not UTF-8: it was read as windows-1250/),
    );
    const stated = await importing(lines, '--encoding', 'cp1252', '--json');
    expect(JSON.parse(stated.results.join(''))).toMatchObject({
      encoding: 'windows-1252',
      results: [{ name: 'Netflix' }, { name: 'Pr¹d ¯oliborz' }],
    });
    expect((await importing(lines, '--encoding', 'utf-8')).notices).toEqual([
      expect.stringMatching(
        /: Line 3 of the file has bytes that are not utf-8\. Save the file as UTF-8, or state the encoding that it has, such as --encoding windows-1250\.$/,
      ),
    ]);
  });

  test('names its own flag for a column that has a field', async () => {
    const { importing } = openBook();
    const lines = [header.replace('amount', 'So viel'), 'Netflix,TV,16 kg,EUR,monthly,2026-06-01'];
    const { code, results } = await importing(lines);
    expect([code, results.at(-1)]).toEqual([
      1,
      expect.stringContaining("Say which column has it, such as --mapping 'So viel:amount'."),
    ]);
  });

  test('names the flag that ignores a column which contradicts another one, and what the columns may be', async () => {
    const { importing } = openBook();
    const lines = [`${header},Cost,Company`, `${rows[0]},99,Acme`];
    const { code, results } = await importing(lines);
    expect(code).toBe(1);
    expect(results).toContainEqual(expect.stringMatching(/^ignored columns +Cost \(amount\?\), Company \(name\?\)$/));
    expect(results.at(-1)).toContain("such as --mapping 'Cost:'.");
    expect((await importing(lines, '--mapping', 'Cost:')).results.at(-1)).toBe('imported: 1 created, 0 updated');
  });

  test('reads standard input, such as an export', async () => {
    const [from, to] = [openBook(), openBook()];
    await from.importing([header, ...rows]);
    const { output } = await streamedOutcomeOf(['export', '--owner', 'first', '--data-dir', from.directory]);
    const words = ['import', '-', '--owner', 'first', '--data-dir', to.directory];
    expect((await streamedOutcomeOf(words, output)).results).toContain('format   duebook');
    expect(await to.names()).toEqual(['Netflix', 'Gym']);
  });
});

describe('the currencies of an import', () => {
  const zloty = [header, rows[0] ?? '', 'Allegro,Shop,49,PLN,monthly,2026-06-01'];

  test('are those of the settings and of what is stored; the others it asks for by its own flag', async () => {
    const { importing, names } = openBook();
    const refused = await importing(zloty);
    expect(refused.code).toBe(1);
    expect(refused.results.at(-1)).toContain(
      'Add --currencies PLN to this command and to the settings of the server, or',
    );
    const krone = await importing([header, 'Storytel,Books,kr 169,,monthly,2026-06-01']);
    expect(krone.results.at(-1)).toContain('Add its code to this command, such as --currencies SEK, and say which one');
    expect(refused.results.some((line) => line.includes('created'))).toBe(false);
    expect((await importing(zloty, '--currencies', 'PLN')).code).toBe(0);
    expect((await importing([header, 'Bolt,Shop,9,PLN,monthly,2026-06-01'])).code).toBe(0);
    expect(await names()).toEqual(['Netflix', 'Allegro', 'Bolt']);
  });
});

test('the currencies of an import are those that the running server was given, too', async () => {
  const { directory, importing, names } = openBook();
  writeRunningSettings(directory, resolveSettings({ currencies: 'INR,PLN' }, {}));
  expect((await importing([header, 'Allegro,Shop,49,PLN,monthly,2026-06-01'])).code).toBe(0);
  expect(await names()).toEqual(['Allegro']);
});

describe('import is refused', () => {
  test('whole, and says of no record that it was created', async () => {
    const { importing, names } = openBook();
    const table = [
      'name,amount,currency,period,lastPaymentDate',
      'A,1,USD,monthly,2026-06-01',
      'B,x,USD,monthly,2026-06-01',
    ];
    const { code, results } = await importing(table);
    expect([code, await names()]).toEqual([1, []]);
    expect(results.slice(-2)).toEqual([
      expect.stringMatching(/^1 +not stored +A /),
      expect.stringMatching(/^2 +failed +B /),
    ]);
    expect(results.join(' ')).not.toContain('created');
  });

  test.each([
    [['--owner', 'nobody'], 1, 'there is no owner "nobody"'],
    [['--currency-for', '$'], 2, '--currency-for cannot be read. Send symbol:code,symbol:code'],
    [['--mapping', 'a:colour'], 2, '--mapping cannot be read.'],
    [['--encoding', 'cp850'], 2, '--encoding cannot be read. Send one of the allowed values. Allowed are utf-8,'],
    [['--format', 'wallos'], 1, 'Use --format csv, or --format auto.'],
  ])('with %j, and says why', async (words, code, said) => {
    const { importing, names } = openBook();
    const outcome = await importing([header, ...rows], ...words);
    expect(outcome).toMatchObject({ code, results: [], notices: [expect.stringContaining(said)] });
    expect(await names()).toEqual([]);
  });

  test('for a file that is missing, or too large', async () => {
    const { directory } = openBook();
    const words = ['--owner', 'first', '--data-dir', directory];
    const missing = await streamedOutcomeOf(['import', '/nowhere/table.csv', ...words]);
    expect(missing.notices).toEqual(['duebook: cannot read /nowhere/table.csv: there is no such file or directory']);
    const large = await streamedOutcomeOf(['import', '-', ...words], Buffer.alloc(10 * 1024 * 1024 + 1, 97));
    expect(large.notices).toEqual(['duebook: standard input is larger than 10 MiB: split it into smaller files']);
  });
});
