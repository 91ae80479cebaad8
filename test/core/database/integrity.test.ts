import { describe, expect, test } from 'bun:test';
import { connectToRead } from '../../../src/core/database/database.ts';
import { findDamage } from '../../../src/core/database/integrity.ts';
import { damage } from '../../support/damage.ts';
import { changeFromOutside, fillDirectory } from '../../support/filledDirectory.ts';

const filledDirectory = await fillDirectory();

describe('the integrity check', () => {
  test('finds nothing in a sound database', () => {
    const database = connectToRead(filledDirectory());
    expect(findDamage(database)).toEqual([]);
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
});
