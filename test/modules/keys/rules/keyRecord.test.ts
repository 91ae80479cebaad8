import { describe, expect, test } from 'bun:test';
import { decideRotation, type ApiKeyRecord } from '../../../../src/modules/keys/rules.ts';

const at = '2026-06-16T12:00:00.000Z';
const old: ApiKeyRecord = {
  id: 'k',
  owner: 'anna',
  scope: 'read',
  name: null,
  start: 'dbk_r_12345',
  createdAt: '2026-06-15T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-06-17T12:00:00.000Z',
  revokedAt: null,
};
const endless = { ...old, expiresAt: null };

describe('a rotation', () => {
  test.each([
    ['revokes the old key at once without a grace', endless, 0, { expiresAt: null, revokedAt: at }],
    [
      'lets the old key expire after the grace',
      endless,
      3600,
      { expiresAt: '2026-06-16T13:00:00.000Z', revokedAt: null },
    ],
    ['never extends the old key', old, 7 * 86_400, { expiresAt: old.expiresAt, revokedAt: null }],
  ])('%s', (_, key, graceSeconds, end) => {
    expect(decideRotation(key, undefined, { graceSeconds }, at)).toMatchObject({ end });
  });

  test.each([
    ['for ever when the old key was', endless, undefined, null],
    ['as long as the old key was when it was made', old, undefined, '2026-06-18T12:00:00.000Z'],
    ['as long as requested', old, 60, '2026-06-16T12:01:00.000Z'],
  ])('makes the new key valid %s', (_, key, lifetimeSeconds, successorExpiresAt) => {
    const decision = decideRotation(key, undefined, { graceSeconds: 0, lifetimeSeconds }, at);
    expect(decision).toMatchObject({ successorExpiresAt });
  });

  test.each([
    ['revoked', { ...old, revokedAt: at }, undefined, { reason: 'revoked' }],
    ['expired', { ...old, expiresAt: at }, 'successor', { reason: 'expired' }],
    ['rotated', old, 'successor', { reason: 'rotated', successorId: 'successor' }],
  ])('refuses a key that is %s', (_, key, successorId, refusal) => {
    expect(decideRotation(key, successorId, { graceSeconds: 0 }, at)).toEqual({ refusal } as never);
  });
});
