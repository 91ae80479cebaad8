import type { AnyElysia } from 'elysia';
import * as analytics from './analytics/routes/routes.ts';
import * as audit from './audit/routes/routes.ts';
import * as batch from './batch/routes.ts';
import * as channels from './channels/routes/routes.ts';
import * as deliveries from './deliveries/routes.ts';
import * as doctor from './doctor/routes.ts';
import * as exports from './exports/routes.ts';
import * as feeds from './feeds/routes/feeds.ts';
import * as imports from './imports/routes/routes.ts';
import * as keys from './keys/routes.ts';
import { merged, type All } from './merged.ts';
import * as owners from './owners/routes.ts';
import * as payments from './payments/routes.ts';
import * as prices from './prices/routes.ts';
import * as rates from './rates/routes.ts';
import * as reminders from './reminders/routes/routes.ts';
import * as sessions from './sessions/routes.ts';
import * as subscriptions from './subscriptions/routes/routes.ts';
import * as users from './users/routes.ts';
import type { Currencies } from '../core/billing/currencies.ts';
import type { ModuleWords } from '../core/http/openapi/words.ts';

/**
 * The modules with operations, in the order of the document: each has `routes`, and may have `words` for the document, and
 * `revertWords` if clients update it. An entity adds its line here.
 */
const modules = [
  subscriptions,
  batch,
  analytics,
  prices,
  audit,
  payments,
  rates,
  owners,
  reminders,
  deliveries,
  sessions,
  imports,
  exports,
  feeds,
  keys,
  users,
  channels,
  doctor,
] as const;

/** All modules, some of them first. */
const startingWith = (first: readonly Module[]) => Array.from(new Set<Module>([...first, ...modules]));

type Module = (typeof modules)[number];

/** What each type of entity that clients update says of reverts, in the order of the members of their answer. */
export const revertWords = merged(
  startingWith([users, payments, rates, subscriptions, owners, channels]).flatMap((module) =>
    'revertWords' in module ? [module.revertWords] : [],
  ),
);

/** What the routes of all modules are made from. */
type AllRouteOptions = All<Parameters<Module['routes']>[0]>;

/** The instances of Elysia of all modules. */
export const instances = (services: Omit<AllRouteOptions, 'revertWords'>): AnyElysia[] =>
  modules.flatMap(({ routes }): AnyElysia | AnyElysia[] => routes({ ...services, revertWords }));

/** What the modules say of themselves in the OpenAPI document of a server with these currencies, in the order of its tags. */
export const moduleWords = (currencies: Currencies): readonly ModuleWords[] =>
  startingWith([sessions, subscriptions, payments, owners, rates, reminders]).flatMap((module) =>
    'words' in module ? [module.words(currencies)] : [],
  );
