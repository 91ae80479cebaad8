import { signal } from '@preact/signals';
import {
  Bell,
  CalendarDays,
  ChartNoAxesColumn,
  CircleQuestionMark,
  FileUp,
  History,
  type IconNode,
  LayoutDashboard,
  List,
  Settings,
  Target,
} from 'lucide';
import { basePath } from '../api/storage.ts';
import type { MessageKey } from '../messages/translate.ts';
import { type HelpPageName, helpPages } from '../pages/help/pages.ts';

/** The name of a view, which is also its path below the base path. */
export type ViewName =
  | 'overview'
  | 'subscriptions'
  | 'calendar'
  | 'insights'
  | 'set-aside'
  | 'reminders'
  | 'activity'
  | 'import'
  | 'settings'
  | 'help';

export interface View {
  readonly name: ViewName;
  readonly text: MessageKey & `shell.${ViewName}`;
  readonly icon: IconNode;
  /** The key after "g" that leads there: the same in each language. */
  readonly letter: string;
  /** Whether its header has the button that adds a subscription. */
  readonly adds?: boolean;
}

/**
 * The pages in the order of the navigation. A phone shows the first ones in its bar, and the others behind "More"; a desk shows
 * the last one, the help, at the foot.
 */
export const views: readonly View[] = [
  { name: 'overview', text: 'shell.overview', icon: LayoutDashboard, letter: 'o', adds: true },
  { name: 'subscriptions', text: 'shell.subscriptions', icon: List, letter: 's', adds: true },
  { name: 'calendar', text: 'shell.calendar', icon: CalendarDays, letter: 'c', adds: true },
  { name: 'insights', text: 'shell.insights', icon: ChartNoAxesColumn, letter: 'i' },
  { name: 'set-aside', text: 'shell.set-aside', icon: Target, letter: 'p' },
  { name: 'reminders', text: 'shell.reminders', icon: Bell, letter: 'r' },
  { name: 'activity', text: 'shell.activity', icon: History, letter: 'a' },
  { name: 'import', text: 'shell.import', icon: FileUp, letter: 'm' },
  { name: 'settings', text: 'shell.settings', icon: Settings, letter: 'e' },
  { name: 'help', text: 'shell.help', icon: CircleQuestionMark, letter: 'h' },
];

/** The path of a view on this host, with what follows it, such as `?q=netflix`. */
export function pathOf(name: ViewName, query = ''): string {
  return `${basePath}${name}${query}`;
}

/** The path that a sign-in link leads to. Whoever is signed in goes on to the overview. */
export const signInPath = `${basePath}sign-in`;

/** The view that a path of this host shows; the root shows the overview. Undefined for any other path. */
export function viewAt(path: string): ViewName | undefined {
  const rest = `${path}/`.startsWith(basePath) ? path.slice(basePath.length) : undefined;
  if (rest === '') return 'overview';
  return helpPageAt(path) ? 'help' : views.find(({ name }) => name === rest)?.name;
}

/** The page of the help that a path of this host shows; undefined for any other path. */
export function helpPageAt(path: string): HelpPageName | undefined {
  return helpPages.find((name) => path === pathOf('help', `/${name}`));
}

/** The links that the router follows without loading the page anew. */
export const linkScope = new RegExp(
  `^${escaped(basePath)}(${views.map(({ name }) => name).join('|')}|help/(${helpPages.join('|')}))?([?][^#]*)?(#.*)?$`,
);

// Browsers of the last years do not all have RegExp.escape.
function escaped(text: string): string {
  return text.replaceAll(/[^\w/]/g, String.raw`\$&`);
}

export interface Prefill {
  readonly name: string;
  readonly category: string;
  readonly unit: 'month' | 'year';
}

/** What the dialog that adds a subscription holds at first, if it is not empty; undefined while it is closed. */
export const prefill = signal<Prefill | 'empty' | undefined>(undefined);

export function openAddDialog(): void {
  prefill.value = 'empty';
}

export function openAddDialogWith(fields: Prefill): void {
  prefill.value = fields;
}

export function closeAddDialog(): void {
  prefill.value = undefined;
}

export const isPaletteOpen = signal(false);

export function openPalette(): void {
  isPaletteOpen.value = true;
}

export function closePalette(): void {
  isPaletteOpen.value = false;
}
