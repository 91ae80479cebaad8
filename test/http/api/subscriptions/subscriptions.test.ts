import { describe, expect, test } from 'bun:test';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();

describe('creating and reading', () => {
  test('what was created is read back equal', async () => {
    const created = await service.create();
    expect(created).toMatchObject({ ...validDraft, nextPaymentDate: '2026-07-15', status: 'active' });
    const answer = await service.call('GET', `/api/v1/subscriptions/${created.id}`);
    expect(answer.json.data).toEqual(created);
  });
});
