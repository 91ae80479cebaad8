import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { CallArguments } from './apiCall.ts';

const scheme = 'duebook://';
const json = { mimeType: 'application/json' };

/** The resources that a client can read without a tool. */
export const resources: Resource[] = [
  {
    uri: `${scheme}subscriptions`,
    name: 'subscriptions',
    title: 'All subscriptions',
    description: 'The first 100 by name; pagination.hasMore says whether listSubscriptions has more.',
    ...json,
  },
  {
    uri: `${scheme}summary`,
    name: 'summary',
    title: 'Spend summary',
    description: 'Totals per currency and category, and the renewals of the next 30 days.',
    ...json,
  },
  {
    uri: `${scheme}forecast`,
    name: 'forecast',
    title: 'Forecast',
    description: 'The payments of this month and the eleven months after it, and what is overdue.',
    ...json,
  },
];

/** The resources that a client can read by id. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: `${scheme}subscriptions/{id}`,
    name: 'subscription',
    title: 'One subscription',
    description: 'The present state of the subscription with this id.',
    ...json,
  },
];

/** The operation that reads a resource, with its arguments; undefined for an unknown URI. */
export function readingOf(uri: string): { readonly operationId: string; readonly given: CallArguments } | undefined {
  if (uri === `${scheme}subscriptions`) {
    return { operationId: 'listSubscriptions', given: { limit: 100, sort: 'name' } };
  }
  if (uri === `${scheme}summary`) return { operationId: 'getSpendSummary', given: {} };
  if (uri === `${scheme}forecast`) return { operationId: 'getForecast', given: {} };
  const id = /^duebook:\/\/subscriptions\/([^/?#]+)$/.exec(uri)?.[1];
  return id === undefined ? undefined : { operationId: 'getSubscription', given: { id } };
}
