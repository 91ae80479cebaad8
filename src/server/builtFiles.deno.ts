import { join } from 'node:path';
import type { PageFile } from '../core/http/dashboard/pageFiles.ts';

// builtFiles.ts for Deno, which has no executable: the files are where the build and the installation have put them.

export const pageScript = join(
  import.meta.dirname,
  '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
);

export async function pageFiles(): Promise<readonly PageFile[]> {
  return (await import('dashboard-files')).default;
}
