import { describe, expect, test } from 'bun:test';
import {
  areChangeEvents,
  changeEvents,
  changeOf,
  eventsIn,
} from '../../../../src/modules/channels/rules/changeEvents.ts';
import { entityTypes } from '../../../../src/core/audit/auditEntry.ts';

const [before, after] = [{ name: 'Before' }, { name: 'After' }];
const details = { before: { notes: 'old' }, after: { notes: 'new' }, patch: { notes: 'new' } };
const renewal = { dueOn: '2026-06-15', paidOn: '2026-06-16', anchorDay: { before: null, after: 15 }, entryId: 'x' };

describe('the change that an audit entry of a subscription records', () => {
  test.each([
    [
      'subscription.create',
      { after, details: { after: details.after } },
      { event: 'subscription.created', data: { subscription: after, details: details.after } },
    ],
    [
      'subscription.update',
      { before, after, patch: {}, details },
      {
        event: 'subscription.updated',
        data: { subscription: after, previous: before, details: details.after, previousDetails: details.before },
      },
    ],
    [
      'subscription.update',
      { before, after, patch: {}, renewal: { ...renewal, steps: 3, skipped: 2 } },
      {
        event: 'subscription.renewed',
        data: {
          subscription: after,
          previous: before,
          renewal: { dueOn: renewal.dueOn, paidOn: renewal.paidOn, steps: 3, skipped: 2 },
        },
      },
    ],
    [
      'subscription.update',
      { before, after, patch: {}, renewal, reverts: 'y' },
      { event: 'subscription.updated', data: { subscription: after, previous: before } },
    ],
  ] as const)('%s %j', (action, metadata, change) => {
    expect(changeOf({ entityType: 'subscription', entityId: 'a' }, action, JSON.stringify(metadata))).toEqual(
      change as never,
    );
  });

  test('is none for other types of entities', () => {
    const others = entityTypes.filter((type) => type !== 'subscription' && type !== 'import');
    expect(
      others.map((type) => changeOf({ entityType: type, entityId: 'a' }, 'channel.update', '{"before":{},"after":{}}')),
    ).toEqual(others.map(() => undefined));
  });
});

test('a list of changes names some of them, each once', () => {
  const right = [changeEvents.join(','), 'subscription.deleted', ' subscription.deleted , subscription.created'];
  const wrong = [
    '',
    ',',
    'subscription.*',
    'subscription.deleted,',
    'subscription.deleted,subscription.deleted',
    'reminder.due',
  ];
  expect([...right, ...wrong].filter(areChangeEvents)).toEqual(right);
  expect(eventsIn(' subscription.deleted , subscription.created')).toEqual([
    'subscription.deleted',
    'subscription.created',
  ]);
});
