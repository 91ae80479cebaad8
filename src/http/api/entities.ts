import type { EntityWords } from '../openapi/operations.ts';
import { activityWords } from './activity/operations.ts';
import { analyticsWords } from './analytics/operations.ts';
import { auditWords } from './audit/operations.ts';
import { batchWords } from './batch/operations.ts';
import { detailWords } from './details/operations.ts';
import { keyWords } from './keys/operations.ts';
import { paymentWords } from './payments/operations.ts';
import { preferenceWords } from './preferences/operations.ts';
import { priceWords } from './prices/operations.ts';
import { sessionWords } from './session/operations.ts';
import { subscriptionWords } from './subscriptions/words.ts';
import { userWords } from './users/operations.ts';

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
