/**
 * The languages of the page. Each has its own name, the texts of the first view, the texts of all that loads later, and the
 * help. English is the source.
 */
export const languages = {
  en: {
    name: 'English',
    first: () => import('./en.ts'),
    late: () => import('./en.late.ts'),
    help: () => import('../pages/help/en.json'),
  },
  de: {
    name: 'Deutsch',
    first: () => import('./de.json'),
    late: () => import('./de.late.json'),
    help: () => import('../pages/help/de.json'),
  },
} as const;

export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as readonly Language[];
