import { DetailFields, DetailsView } from '../../detailModel.ts';
import { answerOf } from '../../../../core/http/openapi/components.ts';
import { confirmed, type EntityWords, reading, taggedAnswer } from '../../../../core/http/openapi/words.ts';
import { deleting, patchErrors, updating } from '../../../../core/http/openapi/writeWords.ts';
import { subscriptionsTag } from '../operations.ts';

// The example subscription is monthly, so it has no interval in months.
const exampleDetails = Object.fromEntries(
  Object.entries({ ...DetailFields.properties, noticeBy: DetailsView.properties.noticeBy }).map(
    ([name, { examples }]) => [name, name === 'everyMonths' ? null : (examples as readonly unknown[])[0]],
  ),
);

const detailsAnswer = answerOf('DetailsAnswer', DetailsView);

const operations: EntityWords['operations'] = {
  getDetails: {
    summary: 'Get the details of a subscription',
    description:
      'Reads what is kept beside the fields: notes, tags, url, payment method, end dates, notice, renewal rules.\n\nAll of them, with null or no tags where there is no value.',
    agent: reading('You need only the details.', 'You need the subscription, too: get it with include.'),
    success: taggedAnswer(detailsAnswer, 'The details.', { data: exampleDetails }),
    errors: ['invalid_subscription_id', 'subscription_not_found'],
  },
  updateDetails: {
    summary: 'Update the details of a subscription',
    description:
      'Changes only the details that you send; null clears one.\n\nOnly anchorDay and everyMonths change the next payment date. everyMonths needs a custom period: then the period is exactly so many calendar months. A change of lastPaymentDate, period or customDate clears anchorDay, and one of period or customDate clears everyMonths. After endsOn the subscription becomes cancelled. noticeBy follows from cancelBefore, termEndsOn, termMonths, noticePeriod and keepThrough.',
    agent: confirmed(
      'medium',
      'The user has confirmed notes, tags, an end date, a period of months.',
      'The period or another field changes, too: batchSubscriptions does both at once.',
    ),
    ...updating(
      'DetailsChange',
      DetailsView,
      { done: 'The updated details.', dryRun: 'A dry run: the details after the update.' },
      exampleDetails,
    ),
    errors: patchErrors('invalid_subscription_id', 'subscription_not_found'),
  },
  deleteDetails: {
    summary: 'Clear all details of a subscription',
    description: 'Clears every detail. The subscription stays. It can be reverted.',
    agent: confirmed('medium', 'The user has confirmed that all details go.', 'Only some go: update those with null.'),
    ...deleting(
      'DetailsDeletion',
      DetailsView,
      { done: 'The details are cleared.', dryRun: 'A dry run: the details that would be cleared.' },
      exampleDetails,
    ),
    errors: [
      'too_many_entries',
      'invalid_subscription_id',
      'invalid_field',
      'unexpected_body',
      'subscription_not_found',
    ],
  },
};

/** What details say in the OpenAPI document. */
export const detailWords: EntityWords = { tag: subscriptionsTag, toolset: 'subscriptions', operations };
