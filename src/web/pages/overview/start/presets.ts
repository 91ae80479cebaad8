import { Dumbbell, Globe, House, type IconNode, Music, ShieldCheck, Smartphone, Tv, Wifi } from 'lucide';
import type { PlainMessageKey } from '../../../messages/translate.ts';
import type { Prefill } from '../../../shell/views.ts';

/** Something that most households pay for. */
export interface Preset {
  readonly icon: IconNode;
  readonly name: PlainMessageKey;
  readonly category: PlainMessageKey;
  readonly unit: Prefill['unit'];
}

/** What most households pay for, with the usual interval. */
export const presets: readonly Preset[] = [
  { icon: House, name: 'overview.start.rent', category: 'overview.start.home', unit: 'month' },
  { icon: Wifi, name: 'overview.start.internet', category: 'overview.start.telephone', unit: 'month' },
  { icon: Smartphone, name: 'overview.start.mobile', category: 'overview.start.telephone', unit: 'month' },
  { icon: Tv, name: 'overview.start.streaming', category: 'overview.start.entertainment', unit: 'month' },
  { icon: Music, name: 'overview.start.music', category: 'overview.start.entertainment', unit: 'month' },
  { icon: ShieldCheck, name: 'overview.start.insurance', category: 'overview.start.insurances', unit: 'year' },
  { icon: Dumbbell, name: 'overview.start.gym', category: 'overview.start.sport', unit: 'month' },
  { icon: Globe, name: 'overview.start.domain', category: 'overview.start.online', unit: 'year' },
];
