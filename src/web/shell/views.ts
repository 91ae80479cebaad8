import { CalendarDays, ChartNoAxesColumn, History, LayoutDashboard, List, Settings, type IconNode } from 'lucide';
import type { ComponentType } from 'preact';
import { basePath } from '../api/base.ts';
import type { MessageKey } from '../messages/translate.ts';

/** The name of a view, which is also its path below the base path. */
export type ViewName = 'overview' | 'subscriptions' | 'calendar' | 'insights' | 'activity' | 'settings';

/** A page of the dashboard. */
export interface View {
  readonly name: ViewName;
  readonly text: MessageKey & `shell.${ViewName}`;
  readonly icon: IconNode;
  /** Loads its code. */
  readonly load: () => Promise<ComponentType>;
}

/** The pages in the order of the navigation. A phone shows the first four in its bar, and the others behind "More". */
export const views: readonly View[] = [
  {
    name: 'overview',
    text: 'shell.overview',
    icon: LayoutDashboard,
    load: async () => (await import('../pages/overview/Overview.tsx')).Overview,
  },
  {
    name: 'subscriptions',
    text: 'shell.subscriptions',
    icon: List,
    load: async () => (await import('../pages/subscriptions/Subscriptions.tsx')).Subscriptions,
  },
  {
    name: 'calendar',
    text: 'shell.calendar',
    icon: CalendarDays,
    load: async () => (await import('../pages/calendar/Calendar.tsx')).Calendar,
  },
  {
    name: 'insights',
    text: 'shell.insights',
    icon: ChartNoAxesColumn,
    load: async () => (await import('../pages/insights/Insights.tsx')).Insights,
  },
  {
    name: 'activity',
    text: 'shell.activity',
    icon: History,
    load: async () => (await import('../pages/activity/Activity.tsx')).Activity,
  },
  {
    name: 'settings',
    text: 'shell.settings',
    icon: Settings,
    load: async () => (await import('../pages/settings/Settings.tsx')).Settings,
  },
];

/** The path of a view on this host, with a query such as `?q=netflix`. */
export function pathOf(name: ViewName, query = ''): string {
  return `${basePath}${name}${query}`;
}

/** The path that a sign-in link leads to. Whoever is signed in goes on to the overview. */
export const signInPath = `${basePath}sign-in`;

/** The view that a path of this host shows; the root shows the overview. Undefined for any other path. */
export function viewAt(path: string): ViewName | undefined {
  const rest = `${path}/`.startsWith(basePath) ? path.slice(basePath.length) : undefined;
  if (rest === '') return 'overview';
  return views.find(({ name }) => name === rest)?.name;
}

/** The links that the router follows without loading the page anew. */
export const linkScope = new RegExp(`^${escaped(basePath)}(${views.map(({ name }) => name).join('|')})?([?].*)?$`);

// Browsers of the last years do not all have RegExp.escape.
function escaped(text: string): string {
  return text.replaceAll(/[^\w/]/g, String.raw`\$&`);
}
