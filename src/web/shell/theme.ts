import { storedSignal } from '../api/storage.ts';

/** What the user can choose; `system` is what the device uses. */
export const themes = ['system', 'light', 'dark'] as const;

/** One of `themes`. */
export type Theme = (typeof themes)[number];

/** The theme of the user; kept in this browser. */
export const theme = storedSignal<Theme>('theme', (stored) => themes.find((known) => known === stored) ?? 'system');

/** Shows the page in the theme of the user, now and after each change. */
export function followTheme(): void {
  theme.subscribe((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  });
}
