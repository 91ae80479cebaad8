/** An encoding that older programs write: what speaks against it beforehand, and the languages that are written with it. */
interface OlderEncoding {
  readonly name: EncodingName;
  /** How much less likely it is than the most likely one: the natural logarithm of the ratio. */
  readonly unlikeliness: number;
  readonly languages: readonly string[];
}

const western = 'de fr es pt it nl sv da';
const central = 'pl cs sk hu hr sl ro';

/** The encodings that are recognised by their bytes. Others have to be stated. */
export const olderEncodings: readonly OlderEncoding[] = (
  [
    ['windows-1252', 0, `${western} is`],
    ['windows-1250', 1, central],
    ['windows-1251', 3, 'ru uk bg sr'],
    ['windows-1253', 3, 'el'],
    ['windows-1254', 2, 'tr'],
    ['windows-1257', 1, 'lt lv et'],
    ['windows-1255', 4, 'he'],
    ['windows-1256', 4, 'ar'],
    ['gbk', 3, 'zh'],
    ['big5', 3, 'zh'],
    ['euc-kr', 3, 'ko'],
    ['shift_jis', 3, 'ja'],
    ['iso-8859-15', 1, western],
    ['iso-8859-2', 2, central],
    ['iso-8859-7', 4, 'el'],
    ['macintosh', 2, western],
    ['iso-8859-13', 3, 'lt lv et'],
    ['iso-8859-5', 6, 'ru uk bg sr'],
    ['koi8-u', 5, 'ru uk'],
    ['x-mac-cyrillic', 5, 'ru uk'],
    ['ibm866', 5, 'ru'],
  ] as const
).map(([name, unlikeliness, languages]) => ({ name, unlikeliness, languages: languages.split(' ') }));

/** The names of the encodings in which a file can be read: those of the Encoding Standard that stand for text. */
export const encodingNames = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'macintosh',
  'x-mac-cyrillic',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
] as const;
/** One of the {@link encodingNames}. */
export type EncodingName = (typeof encodingNames)[number];

/** The encoding that one of the labels of the Encoding Standard means, such as `latin1` or `CP1250`; undefined for others. */
export function encodingLabelled(label: string): EncodingName | undefined {
  try {
    const { encoding } = new TextDecoder(label as 'utf-8');
    return encodingNames.find((name) => name === encoding);
  } catch {
    return undefined;
  }
}
