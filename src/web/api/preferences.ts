import { api, bodyOf, type Schemas } from './client.ts';

/** What the household has chosen for all. */
export async function loadPreferences(signal: AbortSignal): Promise<Schemas['Preferences']> {
  return (await bodyOf(api.GET('/api/v1/preferences', { signal }))).data;
}
