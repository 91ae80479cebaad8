import { baseUrl } from '../api/storage.ts';

/** The element in which the HTML of a view names the styles that load late. */
const selector = `link[href$="${DUEBOOK_LATE_STYLES}"]`;

let loading: Promise<void> | undefined;

/**
 * Loads the styles of what the overview does not show at first; the HTML of every other view names them already.
 *
 * @throws {Error} when they cannot be loaded; the next call tries it again
 */
export function loadLateStyles(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  if (DUEBOOK_LATE_STYLES === '' || document.querySelector(selector) !== null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(DUEBOOK_LATE_STYLES, baseUrl).href;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`Failed to load the styles ${DUEBOOK_LATE_STYLES}`));
    });
    // After those that the page begins with, which decide the order of the layers.
    document.body.append(link);
  });
}
