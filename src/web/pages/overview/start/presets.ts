import { Dumbbell, Globe, House, type IconNode, Music, ShieldCheck, Smartphone, Tv, Wifi } from 'lucide';
import { t } from '../../../messages/messages.ts';
import type { MessageKey } from '../../../messages/translate.ts';
import type { Prefill } from '../../../shell/views.ts';

type Suffix<Key, Prefix extends string> = Key extends `${Prefix}${infer Rest}` ? Rest : never;
type Name = Suffix<MessageKey, 'overview.start.preset.'>;
type Category = Suffix<MessageKey, 'overview.start.category.'>;
type Preset = readonly [icon: IconNode, name: Name, category: Category, unit: Prefill['unit'], words: string];

/** What most households pay for, with the usual interval, and words by which its kind is known, in any language. */
const presets: readonly Preset[] = [
  [House, 'rent', 'home', 'month', 'rent miete'],
  [Wifi, 'internet', 'telephone', 'month', 'fibre broadband glasfaser telekom vodafone comcast'],
  [Smartphone, 'mobile', 'telephone', 'month', 'mobile handy mobilfunk congstar'],
  [Tv, 'streaming', 'entertainment', 'month', 'netflix disney youtube prime dazn hulu crunchyroll paramount'],
  [Music, 'music', 'entertainment', 'month', 'spotify deezer tidal audible musik'],
  [ShieldCheck, 'insurance', 'insurances', 'year', 'insurance versicherung haftpflicht allianz'],
  [Dumbbell, 'gym', 'sport', 'month', 'fitness sportverein mcfit'],
  [Globe, 'domain', 'online', 'year', 'hosting icloud dropbox github google'],
];

/** The same in the language of the user. */
export function presetsInWords() {
  return presets.map(([icon, name, category, unit, words]) => ({
    icon,
    words,
    fields: { name: t(`overview.start.preset.${name}`), category: t(`overview.start.category.${category}`), unit },
  }));
}
