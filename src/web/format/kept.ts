/**
 * Formats of `Intl`, made once for each locale and kept as long as the page: making one takes hundreds of times as long as
 * using it.
 *
 * @param make makes the format of a locale; what varies besides the locale is in `variant`
 */
export function kept<Format>(
  make: (locale: string, variant: string) => Format,
): (locale: string, variant?: string) => Format {
  const formats = new Map<string, Format>();
  return (locale, variant = '') => {
    const key = `${locale} ${variant}`;
    const known = formats.get(key);
    if (known !== undefined) return known;
    const made = make(locale, variant);
    formats.set(key, made);
    return made;
  };
}
