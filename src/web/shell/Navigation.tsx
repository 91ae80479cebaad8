import { Ellipsis, Keyboard, LogOut, Plus, Search } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useId, useRef } from 'preact/hooks';
import { mayWrite, session, leave } from '../api/session.ts';
import { Button, Icon, IconButton } from '../components/Button.tsx';
import { Logo } from '../components/content.tsx';
import { t } from '../messages/messages.ts';
import { householdText } from '../household.ts';
import { overdueCount } from './overdue.ts';
import { openShortcutList } from './shortcuts.ts';
import { openAddDialog, openPalette, pathOf, type View, viewAt, views } from './views.ts';

const placesInBar = 4;
const viewsBeforeAdd = 2;

/** The navigation of a wide screen: a column of words, on a tablet of icons, and who is signed in. */
export function SideNavigation() {
  return (
    <header class="side">
      <Logo />
      <nav aria-label={t('shell.navigation')}>
        <ul>
          {views.slice(0, -1).map((view) => (
            <li key={view.name}>
              <ViewLink view={view} />
            </li>
          ))}
        </ul>
      </nav>
      {views.slice(-1).map((view) => (
        <ViewLink key={view.name} view={view} />
      ))}
      <div class="side-foot">
        <p>{whoIsSignedIn()}</p>
        <div class="side-actions">
          <SignOutButton />
          <IconButton icon={Search} label={t('shell.palette')} onClick={openPalette} />
          <IconButton icon={Keyboard} label={t('shell.shortcuts')} onClick={openShortcutList} />
        </div>
      </div>
    </header>
  );
}

/** The navigation of a phone: a bar with some pages, a plus in its middle for those who may write, and the rest behind "More". */
export function TabBar() {
  const current = viewAt(useLocation().path);
  const viewsInBar = mayWrite.value ? placesInBar - 1 : placesInBar;
  const isBehindMore = views.slice(viewsInBar).some(({ name }) => name === current);
  return (
    <nav class="tabs" aria-label={t('shell.navigation')}>
      {views.slice(0, viewsBeforeAdd).map((view) => (
        <ViewLink key={view.name} view={view} isTab />
      ))}
      {mayWrite.value && (
        <button type="button" class="tab tab-add" aria-label={t('shell.add')} onClick={openAddDialog}>
          <Icon node={Plus} size={24} />
        </button>
      )}
      {views.slice(viewsBeforeAdd, viewsInBar).map((view) => (
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
        <Button kind="quiet" icon={Search} onClick={openPalette}>
          {t('shell.palette')}
        </Button>
        <p class="muted">{whoIsSignedIn()}</p>
        <SignOutButton />
      </Menu>
    </nav>
  );
}

/** The button in the header of a page that adds a subscription. A phone has a plus in its bar instead. */
export function AddButton() {
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
    <a
      href={pathOf(view.name)}
      class={isTab ? 'tab' : 'side-link'}
      title={isTab ? undefined : text}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon node={view.icon} />
      <span>{text}</span>
      {view.name === 'overview' && overdueCount.value > 0 && <OverdueCount count={overdueCount.value} />}
    </a>
  );
}

function OverdueCount({ count }: { readonly count: number }) {
  return (
    <>
      <b class="count" aria-hidden="true">
        {count}
      </b>
      <i class="visually-hidden">, {t('shell.overdue', { count })}</i>
    </>
  );
}

function SignOutButton() {
  return (
    <Button kind="quiet" class="button quiet sign-out" icon={LogOut} onClick={() => leave()}>
      <span>{t('shell.signOut')}</span>
    </Button>
  );
}

function whoIsSignedIn(): string {
  const { user = null } = session.value ?? {};
  const household = householdText();
  return user === null ? t('shell.signedIn.byKey', { household }) : t('shell.signedIn', { household, user });
}

interface MenuProps {
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
