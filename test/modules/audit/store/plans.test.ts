import { describe, expect, test } from 'bun:test';
import { openDatabaseInMemory } from '../../../../src/core/database/database.ts';
import { databaseOn } from '../../../../src/core/database/db.ts';
import { readActivity } from '../../../../src/modules/audit/store/activity.ts';
import { readAuditTrail } from '../../../../src/modules/audit/store/auditTrail.ts';
import { readUpdateTrail } from '../../../../src/modules/audit/store/updateTrail.ts';
import { plansOn } from '../../../support/plans.ts';

const database = openDatabaseInMemory();
const db = databaseOn(database);
const plansOf = plansOn(database);
const page = { limit: 50, offset: 0 };
const id = '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77';
const [byOwner, byEntity] = [
  'by_owner (owner_id=? AND entity_type=?)',
  'by_entity (entity_id=? AND entity_type=? AND owner_id=?)',
];

describe('the activity merges what the index has in order, and sorts nothing', () => {
  test.each([
    [{}, byOwner],
    [{ entityType: 'user' }, byOwner],
    [{ entityId: id }, byEntity],
    [{ entityType: 'key', entityId: id }, byEntity],
  ] as const)('filtered by %j', (filters, index) => {
    const steps = plansOf(() => readActivity(db).list(1, filters, page));
    expect(steps.filter((step) => step.includes('B-TREE') || step.startsWith('SCAN a'))).toEqual([]);
    const ofEntries = steps.filter((step) => step.startsWith('SEARCH audit_entries'));
    expect(new Set(ofEntries)).toEqual(
      new Set([
        'SEARCH audit_entries USING INTEGER PRIMARY KEY (rowid=?)',
        `SEARCH audit_entries USING COVERING INDEX audit_entries_${index}`,
      ]),
    );
  });
});

describe('the audit trail goes along an index, reads no more rows than its page, and sorts nothing', () => {
  const byKey = { apiKeyId: id, action: 'subscription.update' } as const;
  const [since, until] = ['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'];
  test.each([
    [{}, byOwner],
    [byKey, byOwner],
    [{ subscriptionId: id }, byEntity],
    [{ subscriptionId: id, since, until, ...byKey }, byEntity],
    [{ since }, 'by_time (owner_id=? AND entity_type=? AND created_at>?)'],
    [{ until }, 'by_time (owner_id=? AND entity_type=? AND created_at<?)'],
    [{ since, until }, 'by_time (owner_id=? AND entity_type=? AND created_at>? AND created_at<?)'],
    [{ since, ...byKey }, 'by_time (owner_id=? AND entity_type=? AND created_at>?)'],
  ] as const)('filtered by %j', (filters, index) => {
    const steps = plansOf(() => readAuditTrail(db).list(1, filters, page));
    expect(steps).toEqual([`SEARCH audit_entries USING INDEX audit_entries_${index}`]);
  });
});

describe('for a revert', () => {
  const trail = readUpdateTrail(db);

  test('the entry is found by its id', () => {
    expect(plansOf(() => trail.find(1, id))).toEqual(['SEARCH audit_entries USING INDEX audit_entries_id (id=?)']);
    expect(plansOf(() => trail.find(1, id))).toEqual([]);
  });

  test('the entries of a request are found by it', () => {
    expect(plansOf(() => trail.ofRequest(1, id, 50))).toEqual([
      'SEARCH audit_entries USING INDEX audit_entries_by_request (request_id=?)',
    ]);
  });

  test('those of one subscription, between two entries, are found by it', () => {
    const entity = { ownerId: 1, entityType: 'subscription', entityId: id } as const;
    const update = { ...entity, sequence: 1, changed: ['name'], changedBy: () => [] };
    expect(plansOf(() => trail.laterChanges(update))).toEqual([
      'SEARCH audit_entries USING INDEX audit_entries_by_entity (entity_id=? AND entity_type=? AND owner_id=? AND rowid>? AND rowid<?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH reverted USING COVERING INDEX audit_entries_id (id=?)',
    ]);
  });
});
