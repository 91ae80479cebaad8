const segmenter = new Intl.Segmenter();

/** The first letter of a name as its readers see it, in capitals, or its first sign; empty for an empty name. */
export function firstLetterOf(name: string): string {
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
