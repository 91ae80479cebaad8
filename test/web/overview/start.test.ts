import { describe, expect, test } from 'bun:test';
import { stepsOf, type Household } from '../../../src/web/pages/overview/start/steps.ts';

const admin: Household = {
  subscriptions: 0,
  mayWrite: true,
  users: [{ name: 'admin', hasPassword: false }],
  user: 'admin',
  isProxied: false,
  isFresh: true,
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
    expect(steps({ users: [{ name: 'admin', hasPassword: true }] })).toBe('add password✓ people');
    const users = [
      { name: 'maria', hasPassword: true },
      { name: 'admin', hasPassword: false },
    ];
    expect(steps({ users })).toBe('add password people✓');
  });

  test('are only those that the person can take', () => {
    expect(steps({ users: undefined })).toBe('add password');
    expect(steps({ users: undefined, isFresh: false })).toBe('add');
    expect(steps({ user: null })).toBe('add people');
    expect(steps({ isProxied: true })).toBe('add people');
    expect(steps({ users: undefined, mayWrite: false, isFresh: false })).toBe('');
  });
});
