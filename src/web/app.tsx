import { useSignalEffect } from '@preact/signals';
import { LocationProvider } from 'preact-iso/router';
import { reconnections } from './api/connection.ts';
import { isLeaving, refreshSession, session, welcome } from './api/session.ts';
import { token } from './api/storage.ts';
import { loadedLate } from './components/late.tsx';
import { Loading } from './components/feedback.tsx';
import { language } from './messages/messages.ts';
import { LinkQuestion, SignIn } from './pages/sign-in/SignIn.tsx';
import { isStarting } from './pages/sign-in/start.ts';
import { Banners } from './shell/Banners.tsx';
import { Shell } from './shell/Shell.tsx';
import { linkScope } from './shell/views.ts';

const Welcome = loadedLate(async () => (await import('./pages/settings/Welcome.tsx')).Welcome, { Waiting: Loading });
const LeaveQuestion = loadedLate(async () => (await import('./pages/settings/Welcome.tsx')).LeaveQuestion);

/** The dashboard: the sign-in, or the pages in their frame. The address stays, so that a link leads there after the sign-in. */
export function App() {
  useSignalEffect(() => {
    document.documentElement.lang = language.value;
  });
  useSignalEffect(() => {
    void reconnections.value;
    // The client has noted what went wrong, and the page shows it.
    const isWaiting = !isStarting.peek() && token.value !== null && session.peek() === undefined;
    if (isWaiting) refreshSession().catch(() => undefined);
  });
  return (
    <LocationProvider scope={linkScope}>
      {content()}
      <LinkQuestion />
      {isLeaving.value && session.value && <LeaveQuestion />}
    </LocationProvider>
  );
}

function content() {
  if (session.value === null && !isStarting.value) return <SignIn />;
  if (session.value && welcome.value && !session.value.needsCurrent) return <Welcome />;
  if (session.value) return <Shell key={`${session.value.owner} ${session.value.user}`} />;
  return (
    <main>
      <Banners />
      <Loading />
    </main>
  );
}
