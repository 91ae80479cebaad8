import { api, bodyOf, type Schemas } from './api/client.ts';
import { showToast } from './components/feedback.tsx';
import { t } from './messages/messages.ts';

/** Loads what the owner has chosen. */
export async function loadPreferences(signal: AbortSignal): Promise<Schemas['Preferences']> {
  return (await bodyOf(api.GET('/api/v1/preferences', { signal }))).data;
}

/** Turns on or off that payments are recorded automatically. A toast tells of it, and undoes it. */
export async function setAutoRenew(isOn: boolean): Promise<void> {
  await store(isOn);
  showToast(isOn ? t('activity.autoRenew.on') : t('settings.autoRenew.off'), () => store(!isOn));
}

function store(autoRenew: boolean): Promise<unknown> {
  return bodyOf(api.PATCH('/api/v1/preferences', { body: { autoRenew } }));
}
