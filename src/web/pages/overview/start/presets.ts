import { Dumbbell, Globe, House, type IconNode, Music, ShieldCheck, Smartphone, Tv, Wifi } from 'lucide';
import type { PlainMessageKey } from '../../../messages/translate.ts';
import type { Prefill } from '../../../shell/views.ts';

/** Something that most households pay for. */
export interface Preset {
  readonly icon: IconNode;
  readonly name: PlainMessageKey;
  readonly category: PlainMessageKey;
  readonly unit: Prefill['unit'];
  /** Words by which its kind is known, in any language. */
  readonly words: string;
}

/** What most households pay for, with the usual interval. */
export const presets: readonly Preset[] = [
  { icon: House, name: 'overview.start.rent', category: 'overview.start.home', unit: 'month', words: 'rent miete' },
  {
    icon: Wifi,
    name: 'overview.start.internet',
    category: 'overview.start.telephone',
    unit: 'month',
    words: 'fibre broadband glasfaser telekom vodafone comcast',
  },
  {
    icon: Smartphone,
    name: 'overview.start.mobile',
    category: 'overview.start.telephone',
    unit: 'month',
    words: 'mobile handy mobilfunk congstar',
  },
  {
    icon: Tv,
    name: 'overview.start.streaming',
    category: 'overview.start.entertainment',
    unit: 'month',
    words: 'netflix disney youtube prime dazn hulu crunchyroll paramount',
  },
  {
    icon: Music,
    name: 'overview.start.music',
    category: 'overview.start.entertainment',
    unit: 'month',
    words: 'spotify deezer tidal audible musik',
  },
  {
    icon: ShieldCheck,
    name: 'overview.start.insurance',
    category: 'overview.start.insurances',
    unit: 'year',
    words: 'insurance versicherung haftpflicht allianz',
  },
  {
    icon: Dumbbell,
    name: 'overview.start.gym',
    category: 'overview.start.sport',
    unit: 'month',
    words: 'fitness sportverein mcfit',
  },
  {
    icon: Globe,
    name: 'overview.start.domain',
    category: 'overview.start.online',
    unit: 'year',
    words: 'hosting icloud dropbox github google',
  },
];
