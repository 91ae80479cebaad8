import { ApiError } from '../../core/http/errors/apiError.ts';
import { isByClient } from '../../core/writer/origin.ts';
import type { WriteCommand } from '../../modules/commands.ts';
import type { WriteDoor } from '../../core/writer/queue.ts';
import { demoHousehold, demoRates, type DemoLanguage, type DemoSubscription } from './household.ts';

/** Sends a request to the API and returns the data of the answer; throws when it is refused. */
export type Ask = (method: string, path: string, json?: unknown) => Promise<unknown>;

/** A client of the API that signs in by a one-time code. */
export async function signInWith(code: string, origin: string): Promise<Ask> {
  const { token } = (await clientOf(origin, {})('POST', '/session', { code })) as { readonly token: string };
  return clientOf(origin, { 'x-duebook-session': token });
}

/** A client of the API with the header of a credential. */
export function clientOf(origin: string, credential: Readonly<Record<string, string>>): Ask {
  const headers = { ...credential, 'content-type': 'application/json' };
  return async function ask(method, path, json) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, ...body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { readonly data: unknown }).data;
  };
}

/** The people of the household. */
export const names = { first: 'Robin', second: 'Kim', child: 'Mika' } as const;

/** What a demonstration shows. */
export interface DemoOptions {
  readonly language: DemoLanguage;
  /** The present day at the server. */
  readonly today: Temporal.PlainDate;
}

/**
 * Stores an invented household, as its people would: their subscriptions with thirteen months of payments, reminders that reach
 * nobody, and some changes.
 *
 * @param first the first user, who may manage everything
 */
export async function fillDemo(first: Ask, origin: string, { language, today }: DemoOptions): Promise<void> {
  const [me] = (await first('GET', '/users')) as [Identified];
  await first('PATCH', `/users/${me.id}`, { name: names.first });
  const partner = (await first('POST', '/users', { name: names.second, scope: 'write' })) as Identified;
  const { code } = (await first('POST', `/users/${partner.id}/code`)) as { readonly code: string };
  const people = { first, second: await signInWith(code, origin) };
  await first('POST', '/users', { name: names.child, scope: 'read' });
  const ids = new Map<string, string>();
  for (const one of demoHousehold(language, today)) ids.set(one.name, await store(people[one.by], one));
  await first('PUT', '/rates', demoRates);
  await addReminders(first, language);
  const path = `/subscriptions/${ids.get('Audible') ?? ''}`;
  await people.second('PATCH', path, { amount: 10.95 });
  await people.second('PATCH', `${path}/details`, { paymentMethod: 'Visa 1234' });
}

interface Identified {
  readonly id: string;
}

async function store(ask: Ask, { draft, details, renewals, patch }: DemoSubscription): Promise<string> {
  const { id } = (await ask('POST', '/subscriptions', draft)) as Identified;
  if (Object.keys(details).length > 0) await ask('PATCH', `/subscriptions/${id}/details`, details);
  for (const payment of renewals) await ask('POST', `/subscriptions/${id}/renew`, payment);
  if (Object.keys(patch).length > 0) await ask('PATCH', `/subscriptions/${id}`, patch);
  return id;
}

/** Two channels and two rules. Nothing is sent: the port is closed, and there is no mail server. */
async function addReminders(ask: Ask, language: DemoLanguage): Promise<void> {
  const isGerman = language === 'de';
  const phone = {
    name: isGerman ? 'Handy' : 'Phone',
    type: 'ntfy',
    settings: { url: 'http://127.0.0.1:9', topic: 'bills' },
  };
  const mail = { name: 'Mail', type: 'email', settings: { to: 'both@example.org' } };
  for (const channel of [phone, mail]) await ask('POST', '/channels', { ...channel, language });
  await ask('POST', '/reminders', { event: 'renewal', daysBefore: [3, 0], at: '09:00' });
  await ask('POST', '/reminders', { event: 'cancel_before', daysBefore: [14, 3], at: '18:30' });
}

/** Refuses what clients want to write from now on, except that they sign in and out. */
export function refuseWrites(writes: WriteDoor): WriteDoor {
  return {
    async submit(command) {
      if (isOfClient(command)) throw new ApiError('read_only');
      return writes.submit(command);
    },
  };
}

function isOfClient(command: WriteCommand): boolean {
  return 'actor' in command && isByClient(command) && command.kind !== 'session.end';
}
