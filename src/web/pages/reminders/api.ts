import { allPages } from '../../api/answers.ts';
import { allFaults, api, bodyOf, type Schemas } from '../../api/client.ts';
import { pageSize } from '../../api/firstRequests.ts';
import { loadPeople } from '../../api/people.ts';
import { showToast } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import type { Channel } from './channelForms.ts';
import type { Delivery } from './deliveries.ts';
import { type Rule, type RuleValues, valuesOf } from './rules.ts';
import { loadChannels } from './tried.ts';

export type Planned = Schemas['PlannedReminder'];

export interface ReminderData {
  /** Oldest first; none for those who may not see them. */
  readonly channels: readonly Channel[];
  /** Oldest first. */
  readonly rules: readonly Rule[];
  /** What will be sent in the next 30 days, by time. */
  readonly planned: readonly Planned[];
  /** Whether more will be sent than `planned` has. */
  readonly isPlanCut: boolean;
  /** The last ones, newest first. */
  readonly deliveries: readonly Delivery[];
  /** The names of the people by id, if an admin sees something that is a person's own. */
  readonly people: ReadonlyMap<string, string>;
}

export interface SectionProps {
  readonly data: ReminderData;
}

const deliveriesMost = 100;

/** Reads what the page shows. Who may only look gets no channels from the service. */
export async function loadReminders(maySeeChannels: boolean, signal: AbortSignal): Promise<ReminderData> {
  const [rules, channels, { data: deliveries }] = await Promise.all([
    allPages((query) => bodyOf(api.GET('/api/v1/reminders', { params: { query }, signal }))),
    maySeeChannels ? loadChannels(signal) : [],
    bodyOf(api.GET('/api/v1/deliveries', { params: { query: { limit: deliveriesMost } }, signal })),
  ]);
  // Without rules, nothing is planned.
  const { data: planned, pagination } =
    rules.length > 0 ? await loadPlan(signal) : { data: [], pagination: { hasMore: false } };
  const isOwn = [...channels, ...rules].some(({ userId }) => userId !== null);
  const people = await loadPeople(isOwn, signal);
  return { channels, rules, planned, isPlanCut: pagination.hasMore, deliveries, people };
}

function loadPlan(signal: AbortSignal) {
  const query = { days: 30, limit: pageSize, offset: 0 };
  return bodyOf(api.GET('/api/v1/reminders/preview', { params: { query }, signal }));
}

export async function loadNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const all = await allPages((query) => bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal })));
  return new Map(all.map(({ id, name }) => [id, name]));
}

// Each write tells of itself with a toast, which undoes it where that is possible.

export async function addChannel(body: Schemas['ChannelDraft']): Promise<void> {
  const { data } = await bodyOf(api.POST('/api/v1/channels', { params: { query: allFaults }, body }));
  showToast(t('reminders.channel.added', { name: data.name }));
}

/** Changes a channel. A toast tells of it, and undoes it unless secrets were changed, which nobody knows any more. */
export async function changeChannel(before: Channel, body: Schemas['ChannelPatch'], said?: string): Promise<void> {
  await patchChannel(before, body);
  const { name, enabled, language, settings } = before;
  const known = Object.keys(settings);
  const isUndoable = Object.keys(body.settings ?? {}).every((one) => known.includes(one));
  const earlier = {
    ...(body.name !== undefined && { name }),
    ...(body.enabled !== undefined && { enabled }),
    ...(body.language !== undefined && { language }),
    ...(body.settings !== undefined && { settings }),
  };
  const undo = () => patchChannel(before, earlier);
  showToast(said ?? t('reminders.changed', { name: body.name ?? name }), isUndoable ? undo : undefined);
}

async function patchChannel({ id }: Channel, body: Schemas['ChannelPatch']): Promise<void> {
  await bodyOf(api.PATCH('/api/v1/channels/{id}', { params: { path: { id }, query: allFaults }, body }));
}

export async function turnChannel(channel: Channel, enabled: boolean): Promise<void> {
  const { name } = channel;
  const said = enabled ? t('reminders.enabled', { name }) : t('reminders.channel.turnedOff', { name });
  await changeChannel(channel, { enabled }, said);
}

/** Deletes a channel. This cannot be undone: nobody knows its secrets any more. */
export async function deleteChannel({ id, name }: Channel): Promise<void> {
  await bodyOf(api.DELETE('/api/v1/channels/{id}', { params: { path: { id } } }));
  showToast(t('reminders.deleted', { name }));
}

export async function testChannel({ id }: Channel): Promise<Schemas['ChannelTestAnswer']['data']> {
  return (await bodyOf(api.POST('/api/v1/channels/{id}/test', { params: { path: { id } } }))).data;
}

export async function addRule(body: Schemas['ReminderDraft']): Promise<void> {
  const { data } = await bodyOf(api.POST('/api/v1/reminders', { body }));
  showToast(t('reminders.rule.added'), () => removeRule(data));
}

export async function changeRule(before: Rule, body: Schemas['ReminderPatch'], said?: string): Promise<void> {
  await patchRule(before, body);
  showToast(said ?? t('reminders.rule.changed'), () => patchRule(before, valuesOf(before)));
}

export async function turnRule(rule: Rule, enabled: boolean): Promise<void> {
  await changeRule(rule, { enabled }, t(enabled ? 'reminders.rule.turnedOn' : 'reminders.rule.turnedOff'));
}

async function patchRule({ id }: Rule, body: Schemas['ReminderPatch']): Promise<void> {
  await bodyOf(api.PATCH('/api/v1/reminders/{id}', { params: { path: { id } }, body }));
}

/** Deletes a rule. A toast tells of it, and adds an equal one again. */
export async function deleteRule(rule: Rule): Promise<void> {
  await removeRule(rule);
  const body: RuleValues = valuesOf(rule);
  showToast(t('reminders.rule.deleted'), () => bodyOf(api.POST('/api/v1/reminders', { body })));
}

async function removeRule({ id }: Pick<Rule, 'id'>): Promise<void> {
  await bodyOf(api.DELETE('/api/v1/reminders/{id}', { params: { path: { id } } }));
}

export async function retryDelivery({ id }: Delivery): Promise<void> {
  await bodyOf(api.POST('/api/v1/deliveries/{id}/retry', { params: { path: { id } } }));
  showToast(t('reminders.delivery.retried'));
}
