import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  Prompt,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { dayAfter } from '../../domain/billing/days.ts';
import { foldCase } from '../../domain/text/text.ts';
import type { Store } from '../../store/store.ts';
import type { CallArguments } from './apiCall.ts';

interface PromptTemplate {
  readonly prompt: Prompt;
  /** @param today the day in the time zone of the server */
  readonly text: (given: Readonly<Record<string, string>>, today: string) => string;
}

const askFirst = 'Change nothing without asking me.';

const templates: readonly PromptTemplate[] = [
  {
    prompt: {
      name: 'monthly-review',
      title: 'Monthly review',
      description: 'What was paid, what is due or overdue, the coming months, and recent changes.',
    },
    text: () =>
      `Review my subscriptions. Take what was paid from getSpent, what is due in the next 30 days and what is overdue from listUpcomingPayments, the coming months from getForecast, price changes from listPriceChanges, possible duplicates from findDuplicateSubscriptions, and recent changes from listAuditLog. Report per currency and convert nothing. For each overdue payment, ask me whether it was made, and on which day; if so, record it with renewSubscription and its due date as dueOn. ${askFirst}`,
  },
  {
    prompt: {
      name: 'what-renews-soon',
      title: 'What renews soon',
      description: 'Upcoming and overdue payments, by date.',
      arguments: [{ name: 'days', description: 'The number of days ahead: 1 to 365; default 14.' }],
    },
    text: ({ days = '14' }, today) =>
      `Call listUpcomingPayments with from ${today} and to ${dayAfter(today, daysOf(days))}. List every payment by date, with the amount and the days left, and the totals per currency as totalsByCurrency has them: convert nothing. Then list what is overdue, and ask me whether it was paid; if so, record it with renewSubscription and its due date as dueOn. ${askFirst}`,
  },
  {
    prompt: {
      name: 'find-savings',
      title: 'Find savings',
      description: 'Duplicates, unusually expensive subscriptions, and what may be cheaper per year.',
      arguments: [
        { name: 'category', description: 'Only subscriptions of this category.' },
        { name: 'name', description: 'Only subscriptions with this name.' },
      ],
    },
    text: ({ category, name }) =>
      `Look for money I can save on subscriptions${onlyWith('category', category)}${onlyWith('name', name)}: findDuplicateSubscriptions for duplicates, and getOptimizationSuggestions for what is expensive compared with its peers and for what is paid monthly. Only recorded prices are known, so do not invent an annual price. Propose what to cancel or pause and what that saves a year, per currency. ${askFirst}`,
  },
];

function onlyWith(field: string, value = ''): string {
  return value === '' ? '' : ` with the ${field} ${JSON.stringify(value)}`;
}

/** The prompts for clients. */
export const prompts: Prompt[] = templates.map(({ prompt }) => prompt);

/** The text of a prompt with its arguments; undefined for an unknown prompt. */
export function promptResult(
  name: string,
  given: Readonly<Record<string, string>> = {},
  today: string,
): GetPromptResult | undefined {
  const template = templates.find((known) => known.prompt.name === name);
  if (template === undefined) return undefined;
  const { description = '' } = template.prompt;
  return { description, messages: [{ role: 'user', content: { type: 'text', text: template.text(given, today) } }] };
}

/** The given number of days, limited to the range that the prompt says. */
function daysOf(text: string): number {
  const days = Math.trunc(Number(text));
  return Number.isNaN(days) ? 14 : Math.min(Math.max(days, 1), 365);
}

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

/** Finds the values of an argument that fit what was typed so far. */
export type Complete = (kind: 'category' | 'name' | 'id', typed: string) => readonly string[];

const daysProposed = ['7', '14', '30', '90', '365'];
// The limit of the protocol.
const valuesMax = 100;

/** Gives a function that completes values from the subscriptions of an owner. It reads a limited number of them. */
export function completeFrom(values: Store['filterValues'], ownerId: number): Complete {
  return function complete(kind, typed) {
    if (kind === 'id') return values.idsOf(ownerId, typed);
    const known = kind === 'category' ? values.categories(ownerId, typed) : values.names(ownerId, typed);
    const wanted = foldCase(typed);
    return Array.from(new Set(known.values)).filter((value) => foldCase(value).includes(wanted));
  };
}

/** The values for an argument of a prompt or a resource template; none for an unknown argument. */
export function completionFor({ ref, argument }: CompleteRequestParams, complete: Complete): CompleteResult {
  const { name, value } = argument;
  const found = valuesFor(ref.type === 'ref/prompt' ? 'prompt' : 'template', name, value, complete);
  return { completion: { values: found.slice(0, valuesMax), hasMore: found.length > valuesMax } };
}

function valuesFor(place: 'prompt' | 'template', name: string, typed: string, complete: Complete): readonly string[] {
  if (place === 'template') return name === 'id' ? complete('id', typed) : [];
  if (name === 'days') return daysProposed.filter((days) => days.startsWith(typed));
  return name === 'category' || name === 'name' ? complete(name, typed) : [];
}
