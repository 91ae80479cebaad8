import { api, bodyOf, type Schemas } from './api/client.ts';
import { refreshSession, session } from './api/session.ts';
import { showToast } from './components/feedback.tsx';
import { isolated } from './format/text.ts';
import { t } from './messages/messages.ts';

/** Loads what the owner has chosen. */
export async function loadPreferences(signal: AbortSignal): Promise<Schemas['Preferences']> {
  return (await bodyOf(api.GET('/api/v1/preferences', { signal }))).data;
}

/** Turns on or off that payments are recorded automatically. A toast tells of it, and undoes it. */
export async function setAutoRenew(isOn: boolean): Promise<void> {
  await store(isOn);
  showToast(t(isOn ? 'activity.autoRenew.on' : 'activity.autoRenew.off'), () => store(!isOn));
}

/** What the household of the session is called. */
export function householdText(): string {
  const name = session.value?.householdName ?? null;
  return name === null ? t('common.household') : isolated(name);
}

/** Names the household; null for no name of its own. A toast tells of it, and undoes it. */
export async function setHouseholdName(name: string | null): Promise<void> {
  const before = session.peek()?.householdName ?? null;
  await storeHouseholdName(name);
  showToast(t('common.household.done'), () => storeHouseholdName(before));
}

async function storeHouseholdName(householdName: string | null): Promise<void> {
  await bodyOf(api.PATCH('/api/v1/preferences', { body: { householdName } }));
  await refreshSession();
}

function store(autoRenew: boolean): Promise<unknown> {
  return bodyOf(api.PATCH('/api/v1/preferences', { body: { autoRenew } }));
}
