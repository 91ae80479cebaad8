/** The pages of the help, each at its path below that of the help. */
export const helpPages = ['first-steps', 'due', 'contracts', 'reminders', 'import', 'people'] as const;

/** One of `helpPages`. */
export type HelpPageName = (typeof helpPages)[number];

/** A part of a page, with its heading. */
interface HelpPart {
  readonly title: string;
  /** Paragraphs, and lists. What the page calls a button or a field stands between asterisks: `*Paid*`. */
  readonly text: readonly (string | readonly string[])[];
}

/** A page of the help. */
interface HelpPage {
  readonly title: string;
  /** What it explains, in a sentence. */
  readonly about: string;
  /** Its parts, by the fragment of the address that leads there: the same in each language. */
  readonly parts: Readonly<Record<string, HelpPart>>;
}

/** The help in one language. */
export type HelpTexts = Readonly<Record<HelpPageName, HelpPage>>;
