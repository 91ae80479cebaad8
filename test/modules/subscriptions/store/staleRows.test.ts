import { describe, expect, test } from 'bun:test';
import { connectToRead } from '../../../../src/core/database/database.ts';
import { findStaleRows } from '../../../../src/modules/subscriptions/store/staleRows.ts';
import { changeFromOutside, fillDirectory } from '../../../support/filledDirectory.ts';

const filledDirectory = await fillDirectory();

describe('the check of the rows of subscriptions', () => {
  test('finds nothing in those that nobody else has changed', () => {
    const database = connectToRead(filledDirectory());
    expect(findStaleRows(database)).toEqual([]);
    database.close(true);
  });

  test.each([
    [`every_months = 3`, 'has an interval that does not go with its period'],
    [`details_folded = 'x'`, 'has derived columns that do not match its fields'],
    [`notes = 'Free'`, 'has derived columns that do not match its fields'],
    [`tags = '["a"]'`, 'has derived columns that do not match its fields'],
    [`tags = 'a', details_folded = 'a'`, 'has derived columns that do not match its fields'],
    [`tags = '[1]', details_folded = '1'`, 'has derived columns that do not match its fields'],
    [`tags = '[]'`, 'has derived columns that do not match its fields'],
    [`notice_period = '3 months'`, 'has derived columns that do not match its fields'],
    [`notice_period = 'null'`, 'has derived columns that do not match its fields'],
    [`notice_period = '{"unit":"months","count":3}'`, 'has derived columns that do not match its fields'],
    [`notice_period = '{"count":0,"unit":"months"}'`, 'has derived columns that do not match its fields'],
    [`notice_period = '{"count":3,"unit":"years"}'`, 'has derived columns that do not match its fields'],
    [`earlier_prices = '[{"until":"2026-13-01","amount":5}]'`, 'has derived columns that do not match its fields'],
    [`earlier_prices = 'x'`, 'has derived columns that do not match its fields'],
    [`auto_renew = 2`, 'has derived columns that do not match its fields'],
  ])('finds a row with details that do not go together: %s', (change, finding) => {
    const directory = filledDirectory();
    changeFromOutside(directory, `UPDATE subscriptions SET ${change} WHERE sequence = 2`);
    const database = connectToRead(directory);
    expect(findStaleRows(database)).toEqual([expect.stringContaining(finding)]);
    database.close(true);
  });

  test.each(['view_json', 'name_folded', 'name_normalised'])('finds a row whose %s is stale', (column) => {
    const directory = filledDirectory();
    changeFromOutside(directory, `UPDATE subscriptions SET ${column} = 'x' WHERE sequence = 2`);
    const database = connectToRead(directory);
    expect(findStaleRows(database)).toHaveLength(1);
    database.close(true);
  });
});
