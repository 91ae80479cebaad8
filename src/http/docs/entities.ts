import type { EntityWords } from '../openapi/words.ts';
import { activityWords } from '../api/activity/operations.ts';
import { analyticsWords } from '../api/analytics/operations.ts';
import { auditWords } from '../api/audit/operations.ts';
import { batchWords } from '../api/batch/operations.ts';
import { detailWords } from '../api/details/operations.ts';
import { keyWords } from '../api/keys/operations.ts';
import { paymentWords } from '../api/payments/operations.ts';
import { preferenceWords } from '../api/preferences/operations.ts';
import { priceWords } from '../api/prices/operations.ts';
import { sessionWords } from '../api/session/operations.ts';
import { subscriptionWords } from '../api/subscriptions/words.ts';
import { userWords } from '../api/users/operations.ts';

/** What the entities say of themselves in the OpenAPI document, in the order of its tags. */
export const entityWords: readonly EntityWords[] = [
  sessionWords,
  subscriptionWords,
  detailWords,
  batchWords,
  paymentWords,
  preferenceWords,
  analyticsWords,
  priceWords,
  auditWords,
  activityWords,
  keyWords,
  userWords,
];
