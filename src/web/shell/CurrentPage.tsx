import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { t } from '../messages/messages.ts';
import { Overview } from '../pages/overview/Overview.tsx';
import { PageLoader } from './PageLoader.tsx';
import { pathOf, signInPath, viewAt, type ViewName } from './views.ts';

/** Loads the code of a page. That of the overview is there from the start: it is what most visits see first. */
const loaders: Readonly<Record<Exclude<ViewName, 'overview'>, () => Promise<ComponentType>>> = {
  subscriptions: async () => (await import('../pages/subscriptions/Subscriptions.tsx')).Subscriptions,
  calendar: async () => (await import('../pages/calendar/Calendar.tsx')).Calendar,
  insights: async () => (await import('../pages/insights/Insights.tsx')).Insights,
  activity: async () => (await import('../pages/activity/Activity.tsx')).Activity,
  settings: async () => (await import('../pages/settings/Settings.tsx')).Settings,
};

/** The page that the address leads to. */
export function CurrentPage() {
  const { path, route } = useLocation();
  const name = viewAt(path);
  const isSignIn = path === signInPath;
  useEffect(() => {
    if (isSignIn) route(pathOf('overview'), true);
  }, [isSignIn, route]);
  if (name === 'overview') return <Overview />;
  if (name !== undefined) return <PageLoader key={name} load={loaders[name]} />;
  if (isSignIn) return null;
  const back = (
    <a class="button" href={pathOf('overview')}>
      {t('shell.page.unknown.back')}
    </a>
  );
  return (
    <>
      <PageHeader title={t('shell.page.unknown')} />
      <EmptyState text={t('shell.page.unknown.text')} action={back} />
    </>
  );
}
