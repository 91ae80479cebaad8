import { render } from 'preact';
import { followRevision } from './api/resource.ts';
import { followOtherTabs } from './api/session.ts';
import { App } from './app.tsx';
import { followLanguage } from './messages/messages.ts';
import { start } from './pages/sign-in/start.ts';
import { followFocus } from './shell/focus.ts';
import { followKeys } from './shell/shortcuts.ts';
import { followScroll } from './shell/scroll.ts';
import { followTheme } from './shell/theme.ts';

const place = document.querySelector('#app');
if (place === null) throw new Error('the page has no element #app');
followTheme();
followKeys();
followFocus();
followOtherTabs();
followRevision();
followScroll();
void start();
void followLanguage().then(() => {
  // The frame of the HTML has done its work.
  place.replaceChildren();
  render(<App />, place);
});
