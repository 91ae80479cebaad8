import { describe, expect, test } from 'bun:test';
import { dateOrderOf, readDay } from '../../../../src/modules/imports/rules/values/dates.ts';

describe('a day', () => {
  const day = (value: unknown, dateOrder?: 'dayFirst' | 'monthFirst') => {
    const read = readDay(value, dateOrder && { dateOrder });
    return 'value' in read ? read.value : read.problem.message;
  };

  test.each([
    ['2026-12-31', '2026-12-31'],
    ['2026-12-31T23:59:59Z', '2026-12-31'],
    ['2026-12-31T23:59:59.123+02:00', '2026-12-31'],
    ['2026-12-31 23:59:59', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['1.2.2026', '2026-02-01'],
    ['31.12.26', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['05/05/2026', '2026-05-05'],
    ['31 Dec 2026', '2026-12-31'],
    ['31. Dezember 2026', '2026-12-31'],
    ['1. März 2026', '2026-03-01'],
    ['Dec 31, 2026', '2026-12-31'],
    ['May 1st, 2026', '2026-05-01'],
    ['0001-01-01T00:00:00Z', undefined],
    ['0000-00-00', undefined],
    ['1899-12-30', 'The day "1899-12-30" is before 1900.'],
    ['30.11.99', '1999-11-30'],
    ['30.11.46', '2046-11-30'],
    ['30.11.60', 'The date "30.11.60" has a year of two digits.'],
    ['2026-12-05 10:30:00 +0000 UTC', '2026-12-05'],
    ['5.12.2026, 9:05', '2026-12-05'],
    ['2026-12-05 24:99', '"2026-12-05 24:99" has no real time of day.'],
    ['2026-12-05T10:00 noon', '"2026-12-05T10:00 noon" has no real time of day.'],
    ['martes 5 2026', '"martes 5 2026" is not a real day.'],
    ['5 Sept. 2026', '2026-09-05'],
    ['5. Jänner 2026', '2026-01-05'],
    ['2026-12-0²', '"2026-12-0²" is not a date.'],
    ['05/12/2026', 'The date "05/12/2026" has the day or the month first, and no date of the file shows which.'],
    ['2026-02-30', '"2026-02-30" is not a real day.'],
    ['29.02.2026', '"29.02.2026" is not a real day.'],
    ['2026-13-01', '"2026-13-01" is not a real day.'],
    ['1 Foo 2026', '"1 Foo 2026" is not a real day.'],
    ['12/2026', '"12/2026" is a month without a day.'],
    ['2026-12', '"2026-12" is a month without a day.'],
    ['46022', '"46022" is the number of a day in a spreadsheet, not a date.'],
    [46_022, '"46022" is the number of a day in a spreadsheet, not a date.'],
    ['tomorrow', '"tomorrow" is not a date.'],
    ['0', '"0" is not a date.'],
    ['', undefined],
    [null, undefined],
  ])('%p', (value, expected) => {
    expect(day(value)).toBe(expected);
  });

  test.each([
    ['2026-05-31T22:00:00Z', '2026-06-01', '2026-05-31'],
    ['2026-05-31T22:00:00.000Z', '2026-06-01', '2026-05-31'],
    ['2026-06-01T01:00:00+02:00', '2026-06-01', '2026-05-31'],
    ['2026-06-01T00:00:00Z', '2026-06-01', '2026-06-01'],
    ['2026-06-01T23:59:59Z', '2026-06-01', '2026-06-01'],
    ['2026-06-01T23:00:00', '2026-06-01', '2026-06-01'],
    ['2026-06-01', '2026-06-01', '2026-06-01'],
  ])('%s is %s in Berlin and %s in New York', (text, inBerlin, inNewYork) => {
    const days = ['Europe/Berlin', 'America/New_York'].map((timeZone) => readDay(text, { timeZone }));
    expect(days).toEqual([{ value: inBerlin }, { value: inNewYork }]);
  });

  test('is read in the order of the other dates of the file', () => {
    expect(day('05/12/2026', 'dayFirst')).toBe('2026-12-05');
    expect(day('05/12/2026', 'monthFirst')).toBe('2026-05-12');
    expect(dateOrderOf(['01/02/2026', '31/01/2026'])).toBe('dayFirst');
    expect(dateOrderOf(['01/02/2026', '01/31/2026'])).toBe('monthFirst');
    expect(dateOrderOf(['01/31/2026', '31/01/2026'])).toBe('unknown');
    expect(dateOrderOf(['01/02/2026', undefined, 5])).toBe('unknown');
  });
});
