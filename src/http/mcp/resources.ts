import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { CallArguments } from './apiCall.ts';

const scheme = 'duebook://';
const json = { mimeType: 'application/json' };

/** What a client may read without choosing a tool. */
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
    title: 'What the subscriptions cost',
    description: 'Totals per currency and category, and what renews in the next 30 days.',
    ...json,
  },
];

/** What a client may read once it knows an id. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: `${scheme}subscriptions/{id}`,
    name: 'subscription',
    title: 'One subscription',
    description: 'The present state of the subscription with this id.',
    ...json,
  },
];

/** The operation, with its arguments, that reads a resource; undefined for an address that is none. */
export function readingOf(uri: string): { readonly operationId: string; readonly given: CallArguments } | undefined {
  if (uri === `${scheme}subscriptions`) {
    return { operationId: 'listSubscriptions', given: { limit: 100, sort: 'name' } };
  }
  if (uri === `${scheme}summary`) return { operationId: 'getSpendSummary', given: {} };
  const id = /^duebook:\/\/subscriptions\/([^/?#]+)$/.exec(uri)?.[1];
  return id === undefined ? undefined : { operationId: 'getSubscription', given: { id } };
}
