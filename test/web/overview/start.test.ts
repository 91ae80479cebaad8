import { describe, expect, test } from 'bun:test';
import { stepsOf, type Household } from '../../../src/web/pages/overview/start/steps.ts';

const admin: Household = {
  subscriptions: 0,
  mayWrite: true,
  users: [{ name: 'admin' }],
  user: 'admin',
  isProxied: false,
  hasWayBack: false,
};

/** The steps in short: those that are done with a tick. */
function steps(part: Partial<Household>): string {
  return stepsOf({ ...admin, ...part })
    .map(({ name, isDone }) => (isDone ? `${name}✓` : name))
    .join(' ');
}

describe('the first steps', () => {
  test('of an admin are three, each ticked when it is done', () => {
    expect(steps({})).toBe('add password people');
    expect(steps({ subscriptions: 1 })).toBe('add✓ password people');
    expect(steps({ hasWayBack: true })).toBe('add password✓ people');
    const users = [{ name: 'maria' }, { name: 'admin' }];
    expect(steps({ users })).toBe('add password people✓');
  });

  test('are only those that the person can take', () => {
    expect(steps({ users: undefined })).toBe('add password');
    expect(steps({ user: null })).toBe('add people');
    expect(steps({ isProxied: true })).toBe('add people');
    expect(steps({ users: undefined, mayWrite: false })).toBe('password');
  });
});
