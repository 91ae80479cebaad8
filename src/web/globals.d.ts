/** The version of Duebook that the page was built with; a constant of the build. */
declare const DUEBOOK_VERSION: string;
/** The path of the styles that load late, relative to the page. */
declare const DUEBOOK_LATE_STYLES: string;
/** The paths of the texts by language, relative to the page. */
declare const DUEBOOK_TEXTS: Readonly<Record<string, { readonly first: string; readonly late: string }>>;
