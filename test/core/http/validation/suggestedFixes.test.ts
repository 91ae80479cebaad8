import { expect, test } from 'bun:test';
import { subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();

test.each([
  ['amount', '15,99', 'Send a number from 0 to 999999.99 with at most two decimals, such as 15.99.'],
  ['lastPaymentDate', '2026-02-30', 'Send a real calendar day as YYYY-MM-DD, such as "2026-06-15".'],
  ['customDate', '90 days', 'Send a positive whole number of days as a string, such as "30", or null for none.'],
  ['notificationEnabled', 'yes', 'Send true or false, without quotes.'],
  ['status', 'ended', 'Send "cancelled".'],
  ['currency', 'usd', 'Send "USD".'],
  ['period', 'per month', 'Send "monthly".'],
])('the error for %s %j says which values are valid', async (field, value, suggestedFix) => {
  const { json } = await service.call('POST', subscriptionsPath, { json: { ...validDraft, [field]: value } });
  expect(json.error).toMatchObject({ code: 'invalid_subscription', field, suggestedFix });
});

test.each([
  ['currency', 'XQX'],
  ['currency', '$'],
  ['currency', ''],
])('for the %s %j, which means none of the allowed values, no other one is suggested', async (field, value) => {
  const { json } = await service.call('POST', subscriptionsPath, { json: { ...validDraft, [field]: value } });
  expect(json.error.suggestedFix).toBe(
    'Send one of the allowed values, if one means the same; otherwise ask the user.',
  );
  expect(json.error.allowedValues?.length).toBeGreaterThan(2);
});

test.each(['weekly', 'quarterly', 'biannual', 1])(
  'for the period %j, the error says how to send another interval',
  async (period) => {
    const { json } = await service.call('POST', subscriptionsPath, { json: { ...validDraft, period } });
    expect(json.error.suggestedFix).toStartWith(
      'For another interval, send "custom", and its days in customDate: "7" for weekly',
    );
  },
);

test('an amount with a decimal comma outside of quotes is named in the error for invalid JSON', async () => {
  const raw = JSON.stringify(validDraft).replace('15.99', '15,99');
  const { error } = (await service.call('POST', subscriptionsPath, { raw })).json;
  expect(error.code).toBe('invalid_json');
  expect(error.suggestedFix).toContain('15.99, not 15,99');
});
