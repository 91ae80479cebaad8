import { activity, sentences } from './en/activity.ts';
import { calendar } from './en/calendar.ts';
import { errors } from './en/errors.ts';
import { subscriptions as form } from './en/form.ts';
import { imports } from './en/imports.ts';
import { insights } from './en/insights.ts';
import { subscriptions as list } from './en/list.ts';
import { rates } from './en/rates.ts';
import { reminders } from './en/reminders.ts';
import { budget, setAside } from './en/setAside.ts';
import { settings } from './en/settings.ts';
import { common, shell } from './en/shared.ts';
import { signIn } from './en/signIn.ts';
import { overview } from './en/overview.ts';

/** The English texts of all that the first view does not show, by area. */
export default {
  ...sentences,
  common,
  shell,
  calendar,
  errors,
  imports,
  insights,
  rates: { ...sentences.rates, ...rates },
  reminders,
  settings,
  setAside,
  budget,
  activity,
  overview,
  signIn,
  subscriptions: { ...list, ...form },
} as const;
