import pageScript from 'documentation-page-script' with { type: 'file' };
import type { PageFile } from '../core/http/dashboard/pageFiles.ts';

// The files that the bundler puts into the executable. builtFiles.deno.ts takes the place of this on Deno.

/** The path of the script of the documentation page. */
export { pageScript };

/** The files of the dashboard. Loaded on the first request for one, because a start does not need them. */
export async function pageFiles(): Promise<readonly PageFile[]> {
  return (await import('dashboard-files')).default;
}
