import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';

interface PromptTemplate {
  readonly prompt: Prompt;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const askFirst = 'Change nothing without asking me.';

const templates: readonly PromptTemplate[] = [
  {
    prompt: {
      name: 'monthly-review',
      title: 'Monthly review',
      description: 'Costs, overdue and upcoming renewals, and recent changes.',
    },
    text: () =>
      `Review my subscriptions. Take the totals and the renewals of the next 31 days from getSpendSummary, what is overdue from listSubscriptions (status active, expiringBefore today), possible duplicates from findDuplicateSubscriptions, and recent changes from listAuditLog. Report per currency and convert nothing. For each overdue one, ask me for the day of the last payment. ${askFirst}`,
  },
  {
    prompt: {
      name: 'what-renews-soon',
      title: 'What renews soon',
      description: 'Upcoming payments, by date.',
      arguments: [{ name: 'days', description: 'The number of days ahead: 1 to 365; default 14.' }],
    },
    text: ({ days = '14' }) =>
      `Call getSpendSummary with horizonDays ${daysOf(days)} and list the renewals by date, with the amount and the days left. Give a total per currency and convert nothing. ${askFirst}`,
  },
  {
    prompt: {
      name: 'find-savings',
      title: 'Find savings',
      description: 'Duplicates, unusually expensive subscriptions, and what may be cheaper per year.',
    },
    text: () =>
      `Look for money I can save on subscriptions: findDuplicateSubscriptions for duplicates, and getOptimizationSuggestions for what is expensive compared with its peers and for what is paid monthly. Only recorded prices are known, so do not invent an annual price. Propose what to cancel or pause and what that saves a year, per currency. ${askFirst}`,
  },
];

/** The prompts for clients. */
export const prompts: Prompt[] = templates.map(({ prompt }) => prompt);

/** The text of a prompt with its arguments; undefined for an unknown prompt. */
export function promptResult(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult | undefined {
  const template = templates.find((known) => known.prompt.name === name);
  if (template === undefined) return undefined;
  const { description = '' } = template.prompt;
  return { description, messages: [{ role: 'user', content: { type: 'text', text: template.text(given) } }] };
}

/** The given number of days, limited to the range of the summary. */
function daysOf(text: string): number {
  const days = Math.trunc(Number(text));
  return Number.isNaN(days) ? 14 : Math.min(Math.max(days, 1), 365);
}
