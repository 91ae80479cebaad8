import type { en } from '../en/en.ts';
import type { Translation } from '../translate.ts';
import { activity } from './activity.ts';
import { calendar } from './calendar.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { insights } from './insights.ts';
import { overview } from './overview.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { signIn } from './signIn.ts';
import { subscriptions } from './subscriptions.ts';

/** All German texts, by area. */
export const de: { readonly [Area in keyof typeof en]: Translation<(typeof en)[Area]> } = {
  common,
  shell,
  signIn,
  overview,
  subscriptions,
  calendar,
  insights,
  activity,
  settings,
  errors,
};
