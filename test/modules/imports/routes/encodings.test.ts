import { describe, expect, test } from 'bun:test';
import { expectRefusal } from '../../../support/expectations.ts';
import { fileOf, importFile } from '../../../support/imports.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const owner = (name: string) => service.makeKey(name, 'write');

describe('the encoding of a file', () => {
  const polish =
    'Name;Price;Currency;Cycle;Next payment\nPr\u00b9d;9,99;EUR;monthly;2027-01-31\n\u00afywno\u009c\u00e6;9,99;EUR;monthly;2027-01-31\n';
  const bytes = Buffer.from(polish, 'latin1');

  test('§21.1: is reported, with a remark if it was guessed', async () => {
    const { report } = await importFile(service, owner('encoding'), bytes, '?dryRun=true');
    expect(report).toMatchObject({
      encoding: 'windows-1250',
      notes: [
        'The file is not UTF-8: it was read as windows-1250. If letters are wrong, state the encoding that it has.',
      ],
      remarks: [{ code: 'encodingGuessed', values: { encoding: 'windows-1250' } }],
    });
    expect(report.results.map(({ name }) => name)).toEqual(['Prąd', 'Żywność']);
    const utf8 = await importFile(service, owner('encoding'), fileOf({ ...validDraft, name: 'Prąd' }));
    expect(utf8.report).toMatchObject({ encoding: 'utf-8' });
    expect(utf8.report).not.toHaveProperty('remarks');
  });

  test('§21.4: can be stated, by any of its labels', async () => {
    const { report } = await importFile(service, owner('encoding'), bytes, '?dryRun=true&encoding=CP1251');
    expect(report).toMatchObject({ encoding: 'windows-1251' });
    expect(report).not.toHaveProperty('notes');
    expect(report.results.map(({ name }) => name)).toEqual(['Pr№d', 'Їywnoњж']);
    const { answer } = await importFile(service, owner('encoding'), bytes, '?encoding=utf-8');
    expectRefusal(answer, 400, { code: 'unreadable_import', field: 'encoding' });
  });

  test('an unknown one is refused with those that are known, and costs nothing', async () => {
    const { answer } = await importFile(service, owner('unknown'), bytes, '?encoding=windows-1249');
    expectRefusal(answer, 400, { code: 'invalid_query', field: 'encoding' });
    expect(answer.json.error).toMatchObject({
      suggestedFix: expect.stringMatching(/^Send "windows-125\d"\.$/) as string,
    });
    expect(answer.json.error?.allowedValues).toContain('windows-1250');
    expect(answer.headers.get('x-ratelimit-remaining')).toBeNull();
  });
});
