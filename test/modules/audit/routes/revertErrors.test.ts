import { expect, test } from 'bun:test';
import { revertWords as words } from '../../../../src/modules/routes.ts';
import { revertErrorOf } from '../../../../src/modules/audit/errors.ts';

test('§6.2: an update that too many others follow says so, and how to restore its values', () => {
  const refused = { outcome: 'notRevertible', reason: 'tooOld', action: 'user.update', entityId: '1' } as const;
  const about = (of: keyof typeof words) => revertErrorOf({ ...refused, of }, words);
  expect(about('subscription')).toMatchObject({
    errorCode: 'not_revertible',
    message: 'The subscription has been changed too often since.',
    details: { suggestedFix: 'Read the subscription, and PATCH the fields to restore.' },
  });
  expect(about('owner').message).toBe('The preferences have been changed too often since.');
});

test('§2.8: a revert to a currency that was taken off the list names the setting that brings it back', () => {
  const conflict = { outcome: 'conflict', of: 'subscription', reason: 'currencyTakenOff' } as const;
  const { details } = revertErrorOf(conflict, words);
  expect(details.suggestedFix).toContain('--currencies');
});
