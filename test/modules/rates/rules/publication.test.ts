import { expect, test } from 'bun:test';
import { newestPublicationDay } from '../../../../src/modules/rates/rules/publication.ts';

test.each([
  ['2026-11-20', '2026-11-20', 'a Friday'],
  ['2026-11-21', '2026-11-20', 'a Saturday'],
  ['2026-11-22', '2026-11-20', 'a Sunday'],
  ['2026-11-23', '2026-11-23', 'a Monday'],
  ['2026-12-25', '2026-12-24', 'Christmas'],
  ['2025-12-26', '2025-12-24', 'the day after it'],
  ['2026-12-28', '2026-12-28', 'the Monday after it'],
  ['2026-12-27', '2026-12-24', 'the Sunday after it'],
  ['2027-01-01', '2026-12-31', 'New Year'],
  ['2026-05-01', '2026-04-30', 'Labour Day'],
  ['2026-04-03', '2026-04-02', 'Good Friday'],
  ['2026-04-06', '2026-04-02', 'Easter Monday'],
  ['2024-04-01', '2024-03-28', 'Easter Monday'],
  ['2038-04-26', '2038-04-22', 'the latest Easter Monday'],
  ['1818-03-23', '1818-03-19', 'the earliest Easter Monday'],
  ['1969-12-31', '1969-12-31', 'a Wednesday before 1970'],
])('of %s, the newest day with rates is %s: %s', (day, newest) => {
  expect(newestPublicationDay(day)).toBe(newest);
});
