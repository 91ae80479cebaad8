import { useSignalEffect } from '@preact/signals';
import { LocationProvider } from 'preact-iso/router';
import { reconnections } from './api/connection.ts';
import { isLeaving, refreshSession, session, welcome } from './api/session.ts';
import { token } from './api/storage.ts';
import { Loading } from './components/feedback.tsx';
import { loadedLate } from './components/late.tsx';
import { language } from './messages/messages.ts';
import { isStarting, offeredCode } from './pages/sign-in/start.ts';
import { Banners } from './shell/Banners.tsx';
import { Shell } from './shell/Shell.tsx';
import { linkScope } from './shell/views.ts';

const Welcome = loadedLate(async () => (await import('./pages/settings/Welcome.tsx')).Welcome, { Waiting: Loading });
const LeaveQuestion = loadedLate(async () => (await import('./pages/settings/Welcome.tsx')).LeaveQuestion);
// Most visits are signed in.
const SignIn = loadedLate(async () => (await import('./pages/sign-in/SignIn.tsx')).SignIn, { Waiting: Loading });
const LinkQuestion = loadedLate(async () => (await import('./pages/sign-in/SignIn.tsx')).LinkQuestion);

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
      {isLeaving.value && session.value && <LeaveQuestion />}
      {offeredCode.value !== undefined && <LinkQuestion />}
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
