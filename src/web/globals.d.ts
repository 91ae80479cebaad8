/** The version of Duebook that the page was built with; a constant of the build. */
declare const DUEBOOK_VERSION: string;
