import type { components } from './apiTypes.d.ts';

/** The schemas of the API by name, such as `Schemas['Subscription']`. */
export type Schemas = components['schemas'];
