import { dayAfter } from '../../domain/billing/days.ts';
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';

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
