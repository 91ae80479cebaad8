import { storedSignal } from '../api/storage.ts';

/** What the user can choose; `system` is what the device uses. */
const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

const backgrounds = { light: '#f6f5f1', dark: '#14161a' } as const;

/** The theme of the user; kept in this browser. */
export const theme = storedSignal<Theme>('theme', (stored) => themes.find((known) => known === stored) ?? 'system');

/** Shows the page in the theme of the user, now and after each change. */
export function followTheme(): void {
  theme.subscribe((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
    colorFrameOfBrowser(chosen);
  });
}

/** The bar of a phone's browser has the color of the background. The page has an element for each theme of the device. */
function colorFrameOfBrowser(chosen: Theme): void {
  for (const element of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofDevice = element.media.includes('dark') ? 'dark' : 'light';
    element.content = backgrounds[chosen === 'system' ? ofDevice : chosen];
  }
}
