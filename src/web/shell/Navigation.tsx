import { Ellipsis, Keyboard, Plus } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useId, useRef } from 'preact/hooks';
import { session, signOut } from '../api/session.ts';
import { Button, Icon, IconButton } from '../components/Button.tsx';
import { Logo } from '../components/content.tsx';
import { t } from '../messages/messages.ts';
import { householdText } from '../preferences.ts';
import { openShortcutList, useShortcut } from './shortcuts.tsx';
import { openAddDialog, pathOf, type View, viewAt, views } from './views.ts';

const viewsInBar = 4;

/** The navigation of a wide screen: a column of words, and who is signed in. */
export function SideNavigation() {
  return (
    <header class="side">
      <Logo />
      <nav aria-label={t('shell.navigation')}>
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <ViewLink view={view} />
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-foot">
        <p>{whoIsSignedIn()}</p>
        <div class="side-actions">
          <SignOutButton />
          <IconButton icon={Keyboard} label={t('shell.shortcuts')} onClick={openShortcutList} />
        </div>
      </div>
    </header>
  );
}

/** The navigation of a phone: a bar with four pages and the rest behind "More". */
export function TabBar() {
  const current = viewAt(useLocation().path);
  const isBehindMore = views.slice(viewsInBar).some(({ name }) => name === current);
  return (
    <nav class="tabs" aria-label={t('shell.navigation')}>
      {views.slice(0, viewsInBar).map((view) => (
        <ViewLink key={view.name} view={view} isTab />
      ))}
      <Menu
        class={isBehindMore ? 'tab current' : 'tab'}
        button={
          <>
            <Icon node={Ellipsis} />
            {t('shell.more')}
          </>
        }
      >
        {views.slice(viewsInBar).map((view) => (
          <ViewLink key={view.name} view={view} />
        ))}
        <p class="muted">{whoIsSignedIn()}</p>
        <SignOutButton />
      </Menu>
    </nav>
  );
}

/** The button that adds a subscription, on each page; "n" does the same. For those who may write. */
export function AddButton() {
  useShortcut('n', 'shell.shortcuts.add', openAddDialog);
  return (
    <div class="add">
      <Button kind="primary" icon={Plus} onClick={openAddDialog}>
        {t('shell.add')}
      </Button>
    </div>
  );
}

function ViewLink({ view, isTab = false }: { readonly view: View; readonly isTab?: boolean }) {
  const isCurrent = viewAt(useLocation().path) === view.name;
  const text = isTab && view.name === 'subscriptions' ? t('shell.subscriptions.short') : t(view.text);
  return (
    <a href={pathOf(view.name)} class={isTab ? 'tab' : 'side-link'} aria-current={isCurrent ? 'page' : undefined}>
      {isTab && <Icon node={view.icon} />}
      {text}
    </a>
  );
}

function SignOutButton() {
  return (
    <Button kind="quiet" onClick={() => void signOut()}>
      {t('shell.signOut')}
    </Button>
  );
}

function whoIsSignedIn(): string {
  const { user = null } = session.value ?? {};
  const household = householdText();
  return user === null ? t('shell.signedIn.byKey', { household }) : t('shell.signedIn', { household, user });
}

interface MenuProps {
  /** What the button shows. */
  readonly button: ComponentChildren;
  readonly class: string;
  /** Links and buttons. Choosing one closes the menu. */
  readonly children: ComponentChildren;
}

/** A button that opens a popover with links and buttons. Esc and a click elsewhere close it. */
function Menu({ button, class: className, children }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    const hide = () => element?.hidePopover();
    element?.addEventListener('click', hide);
    return () => element?.removeEventListener('click', hide);
  }, []);
  return (
    <div class="menu">
      <button type="button" class={className} popovertarget={id}>
        {button}
      </button>
      <div id={id} ref={list} popover="auto" class="menu-list">
        {children}
      </div>
    </div>
  );
}
