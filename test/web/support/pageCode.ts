import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { RequestRefused } from '../../../src/web/api/answers.ts';
import * as connections from '../../../src/web/api/connection.ts';
import type { EarlyAnswers } from '../../../src/web/api/earlyAnswers.ts';
import * as resources from '../../../src/web/api/resource.ts';
import * as sessions from '../../../src/web/api/session.ts';
import * as storage from '../../../src/web/api/storage.ts';
import * as feedback from '../../../src/web/components/feedback.tsx';
import * as messages from '../../../src/web/messages/messages.ts';
import { loadActivity } from '../../../src/web/pages/activity/loadActivity.ts';
import * as missed from '../../../src/web/subscriptions/missed.ts';
import * as months from '../../../src/web/pages/calendar/loadMonth.ts';
import { loadReminders } from '../../../src/web/pages/reminders/api.ts';
import * as due from '../../../src/web/pages/overview/loadDue.ts';
import * as settings from '../../../src/web/pages/settings/parts.tsx';
import * as starts from '../../../src/web/pages/sign-in/start.ts';
import * as actions from '../../../src/web/subscriptions/actions.ts';
import * as subscriptions from '../../../src/web/subscriptions/api.ts';
import * as paying from '../../../src/web/subscriptions/paying.ts';
import * as deadlines from '../../../src/web/subscriptions/deadlines.ts';
import * as endings from '../../../src/web/subscriptions/endings.ts';
import * as schedules from '../../../src/web/subscriptions/schedule.ts';
import * as payments from '../../../src/web/subscriptions/payments.ts';
import * as bulk from '../../../src/web/subscriptions/bulk.ts';
import * as deletion from '../../../src/web/subscriptions/deletion.ts';
import * as undo from '../../../src/web/subscriptions/undo.ts';
import type { PageCode } from './pageTypes.ts';

// What tests use of the page, in one bundle: it runs in the surroundings that `tab.ts` gives it. Checked with the types of
// the browser, by src/web/tsconfig.json.

declare const deliver: (code: PageCode) => void;

/** Runs hooks in a component that shows nothing, and returns what they gave at first. */
function runHooks<Value>(useHooks: () => Value): Value {
  const place = { nodeType: 1, childNodes: [], firstChild: null } as unknown as Element;
  const values: Value[] = [];
  const Component = () => {
    values.push(useHooks());
    return null;
  };
  render(h(Component, null), place);
  const [first] = values;
  if (first === undefined) throw new Error('the hooks gave nothing');
  return first;
}

/** Puts an answer there as the script does that asks before the page is loaded. */
function answerEarly(url: string, asker: string, response: Response): void {
  const answers: EarlyAnswers = (globalThis.duebookEarlyAnswers ??= new Map());
  answers.set(url, { token: asker, response: Promise.resolve(response) });
}

deliver({
  ...sessions,
  ...subscriptions,
  ...actions,
  ...paying,
  ...deadlines,
  ...endings,
  ...missed,
  ...payments,
  ...schedules,
  ...bulk,
  ...deletion,
  ...undo,
  ...storage,
  ...connections,
  ...resources,
  ...starts,
  ...months,
  ...due,
  ...settings,
  ...feedback,
  ...messages,
  loadActivity,
  loadReminders,
  runHooks,
  signal,
  answerEarly,
  statusOf: (error) => (error instanceof RequestRefused ? error.status : undefined),
});
