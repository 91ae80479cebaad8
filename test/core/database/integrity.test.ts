import { describe, expect, test } from 'bun:test';
import { connectToRead } from '../../../src/core/database/database.ts';
import { findDamage, findStaleRows } from '../../../src/core/database/integrity.ts';
import { damage } from '../../support/damage.ts';
import { changeFromOutside, fillDirectory } from '../../support/filledDirectory.ts';

const filledDirectory = await fillDirectory();

describe('the integrity check', () => {
  test('finds nothing in a sound database', () => {
    const database = connectToRead(filledDirectory());
    expect([findDamage(database), findStaleRows(database)]).toEqual([[], []]);
    database.close();
  });

  test.each(['subscriptions', 'audit_entries', 'subscriptions_by_renewal'])('finds a broken page of %s', (name) => {
    const directory = filledDirectory();
    damage(directory, name);
    const database = connectToRead(directory);
    expect(findDamage(database).join('\n')).toContain('malformed');
    database.close();
  });

  test('finds an audit entry whose key is missing', () => {
    const directory = filledDirectory();
    changeFromOutside(directory, 'PRAGMA foreign_keys = OFF; DELETE FROM api_keys');
    const database = connectToRead(directory);
    expect(findDamage(database)).toContain('row 1 of audit_entries refers to a row of api_keys that does not exist');
    database.close();
  });

  test('finds an audit entry whose subscription is missing', () => {
    const directory = filledDirectory();
    changeFromOutside(directory, 'DELETE FROM subscriptions WHERE sequence = 1');
    const database = connectToRead(directory);
    expect(findDamage(database)).toEqual([
      'row 1 of audit_entries refers to a row of subscriptions that does not exist',
    ]);
    database.close();
  });

  test('finds a payment whose subscription is missing', () => {
    const directory = filledDirectory();
    changeFromOutside(
      directory,
      `INSERT INTO payments (id, owner_id, subscription_id, due_on, paid_on, amount_hundredths, currency, source, audit_entry_id)
       SELECT 'p', owner_id, 'gone', '2026-06-01', '2026-06-01', 1, 'USD', 'manual', 'e' FROM subscriptions LIMIT 1`,
    );
    const database = connectToRead(directory);
    expect(findDamage(database)).toEqual(['row 1 of payments refers to a row of subscriptions that does not exist']);
    database.close();
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
    [`auto_renew = 2`, 'has derived columns that do not match its fields'],
  ])('finds a row with details that do not go together: %s', (change, finding) => {
    const directory = filledDirectory();
    changeFromOutside(directory, `UPDATE subscriptions SET ${change} WHERE sequence = 2`);
    const database = connectToRead(directory);
    expect(findStaleRows(database)).toEqual([expect.stringContaining(finding)]);
    database.close();
  });

  test.each(['view_json', 'name_folded', 'name_normalised'])('finds a row whose %s is stale', (column) => {
    const directory = filledDirectory();
    changeFromOutside(directory, `UPDATE subscriptions SET ${column} = 'x' WHERE sequence = 2`);
    const database = connectToRead(directory);
    expect(findStaleRows(database)).toHaveLength(1);
    database.close();
  });
});
