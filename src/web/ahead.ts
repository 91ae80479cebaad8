import { type EarlyAnswers, sessionHeader, storageKeyAt, tokenName } from './api/earlyAnswers.ts';
import { firstRequestsOf } from './api/firstRequests.ts';
import { languageName, wantedLanguage } from './messages/wanted.ts';

// A script of its own, which runs while the browser still loads the code of the page: it asks for the texts and, with a session,
// for the data that the page will need first. No module, as browsers run those late.

const script = document.currentScript;
const base = script instanceof HTMLScriptElement ? new URL('..', script.src) : undefined;
const token = base && stored(base, tokenName);
if (base && token) globalThis.duebookEarlyAnswers = ask(base, token);
if (base) preloadTexts(base);

// Browsers ask for these again at other addresses of the page, some of which are deeper.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel*="icon"], link[rel="manifest"]')) {
  link.setAttribute('href', link.href);
}

function ask(service: URL, asker: string): EarlyAnswers {
  const requests = firstRequestsOf(viewBelow(service)).map((path) => {
    const url = new URL(path, service).href;
    const response = answerTo(url, asker);
    // Whoever takes the answer learns that it failed.
    response.catch(() => undefined);
    return [url, { token: asker, response }] as const;
  });
  return new Map(requests);
}

/** Only the overview of somebody who is signed in can do without the late texts at first. */
function preloadTexts(service: URL): void {
  const ofAll = DUEBOOK_TEXTS;
  const texts = ofAll[wantedLanguage(stored(service, languageName), Object.keys(ofAll)) ?? 'en'];
  const isOverview = token !== null && ['', 'overview'].includes(viewBelow(service) ?? ' ');
  for (const path of [texts?.first, isOverview ? undefined : texts?.late]) {
    if (path === undefined) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = new URL(path, service).href;
    document.head.append(link);
  }
}

/** The view of the address. With a query, it may ask for something else. */
function viewBelow({ pathname }: URL): string | undefined {
  return location.search === '' ? location.pathname.slice(pathname.length) : undefined;
}

async function answerTo(url: string, asker: string): Promise<Response> {
  const headers = { [sessionHeader]: asker };
  const response = await fetch(url, { headers, redirect: 'manual', cache: 'no-store' });
  if (!response.ok) return response;
  // With its text at hand, the page needs not wait for the body.
  return new Response(await response.text(), response);
}

function stored({ pathname }: URL, name: string): string | null {
  try {
    return localStorage.getItem(storageKeyAt(pathname, name));
  } catch {
    return null;
  }
}
