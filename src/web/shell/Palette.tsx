import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useResource } from '../api/resource.ts';
import { mayWrite, leave } from '../api/session.ts';
import { Dialog } from '../components/Dialog.tsx';
import { tell } from '../components/feedback.tsx';
import { formatDue, formatInterval, money } from '../format/format.ts';
import { language, t } from '../messages/messages.ts';
import { recordPayment } from '../subscriptions/paying.ts';
import { loadAll } from '../subscriptions/api.ts';
import { hasNextPayment, type Subscription } from '../subscriptions/fields.ts';
import { helpPages, type HelpTexts } from '../pages/help/pages.ts';
import { useHelp } from '../pages/help/texts.ts';
import { statusWords } from '../subscriptions/words.ts';
import { useDetail } from './detail.ts';
import { findEntries, type PaletteEntry, searchableEntries } from './paletteEntries.ts';
import { openShortcutList } from './shortcuts.ts';
import { theme } from './theme.ts';
import { closePalette, openAddDialog, pathOf, views } from './views.ts';

const shownMost = 30;

/** The command palette: finds pages, actions and subscriptions by what is typed. */
export function Palette() {
  const query = useSignal('');
  const chosen = useSignal(0);
  const listId = useId();
  const all = useEntries();
  const found = useMemo(() => findEntries(all, query.value, shownMost), [all, query.value]);
  const at = Math.min(chosen.value, found.length - 1);

  function run(entry: PaletteEntry | undefined) {
    if (entry === undefined) return;
    closePalette();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === 'Enter') run(found[at]);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    chosen.value = next % Math.max(1, found.length);
  }

  function search(text: string) {
    query.value = text;
    chosen.value = 0;
  }

  return (
    <Dialog title={t('shell.palette')} onClose={closePalette}>
      <input
        type="text"
        role="combobox"
        aria-label={t('shell.palette')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[at] && optionId(listId, at)}
        placeholder={t('shell.palette.help')}
        autocomplete="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p class={found.length === 0 ? 'muted' : 'visually-hidden'} role="status">
        {found.length === 0 ? t('subscriptions.empty.filtered') : t('shell.palette.found', { count: found.length })}
      </p>
      <Options id={listId} entries={found} chosen={at} onChoose={run} />
    </Dialog>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  /** The index of the one that Enter runs. */
  readonly chosen: number;
  readonly onChoose: (entry: PaletteEntry) => void;
}

/** What was found. The focus stays in the field. */
function Options({ id, entries, chosen, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' }), [chosen]);
  return (
    <div id={id} ref={list} class="palette" role="listbox" aria-label={t('shell.palette')}>
      {entries.map((entry, index) => (
        <button
          key={entry.id}
          id={optionId(id, index)}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onClick={() => onChoose(entry)}
        >
          <bdi>{entry.text}</bdi>
          <span class="muted">{entry.note}</span>
        </button>
      ))}
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** All that can be found: pages, actions, and once they are there, subscriptions and the help. */
function useEntries() {
  const { route } = useLocation();
  const { open } = useDetail();
  const { data } = useResource(loadAll);
  const help = useHelp();
  return useMemo(() => {
    const show = ({ id }: Subscription) => open(id);
    const pages = views.map(({ name, text }) => ({
      id: name,
      text: t(text),
      note: t('shell.palette.page'),
      isOffered: true,
      run: () => route(pathOf(name)),
    }));
    const subscriptions = subscriptionEntries(data.value ?? [], show);
    return searchableEntries([
      ...pages,
      ...actionEntries(),
      ...subscriptions,
      ...(help ? helpEntries(help, route) : []),
    ]);
  }, [route, data.value, help, language.value, mayWrite.value]);
}

/** The pages of the help and their parts. */
function helpEntries(help: HelpTexts, route: (path: string) => void): PaletteEntry[] {
  return helpPages.flatMap((name) => {
    const { title, about, parts } = help[name];
    const entry = (text: string, note: string, part: string, words: string) => {
      const path = pathOf('help', `/${name}${part}`);
      return { id: path, text, note, words, isOffered: false, run: () => route(path) };
    };
    const ofParts = Object.entries(parts).map(([id, part]) =>
      entry(part.title, `${t('shell.help')} · ${title}`, `#${id}`, part.text.flat().join('\n')),
    );
    return [entry(title, t('shell.help'), '', about), ...ofParts];
  });
}

function actionEntries(): PaletteEntry[] {
  const action = (text: string, run: () => void) => ({
    id: `action ${text}`,
    text,
    note: t('shell.palette.action'),
    isOffered: true,
    run,
  });
  const themeAction = (name: string, to: 'light' | 'dark') =>
    action(t('shell.palette.theme', { name }), () => void (theme.value = to));
  return [
    ...(mayWrite.value ? [action(t('shell.add'), openAddDialog)] : []),
    themeAction(t('common.theme.light'), 'light'),
    themeAction(t('common.theme.dark'), 'dark'),
    action(t('shell.shortcuts'), openShortcutList),
    action(t('shell.signOut'), () => leave()),
  ];
}

/** To see each subscription and, for those who may write, to record its next payment. */
function subscriptionEntries(
  records: readonly Subscription[],
  show: (record: Subscription) => void,
): readonly PaletteEntry[] {
  const seen = records.map((record) => ({
    id: record.id,
    text: record.name,
    note: `${money(record.amount, record.currency)} ${formatInterval(record)} · ${factOf(record)}`,
    isOffered: false,
    run: () => show(record),
  }));
  const payable = mayWrite.value ? records.filter(hasNextPayment) : [];
  const paid = payable.map((record) => ({
    id: `pay ${record.id}`,
    text: t('subscriptions.action.paid.of', { name: record.name }),
    note: `${money(record.amount, record.currency)} · ${factOf(record)}`,
    isOffered: false,
    run: () => void tell(recordPayment(record)),
  }));
  return [...seen, ...paid];
}

function factOf(record: Subscription): string {
  if (record.status !== 'active') return statusWords(record.status);
  return hasNextPayment(record) ? formatDue(record.nextPaymentDate) : t('subscriptions.next.none');
}
