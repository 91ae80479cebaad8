import { join } from 'node:path';
import type { PageFile } from '../../src/core/http/dashboard/pageFiles.ts';

const contents = [
  { path: '/index.html', type: 'text/html; charset=utf-8', text: '<!doctype html><link href="./assets/page.css">' },
  { path: '/calendar.html', type: 'text/html; charset=utf-8', text: '<!doctype html><link href="./assets/days.js">' },
  { path: '/assets/page-1a2b3c4d.js', type: 'text/javascript; charset=utf-8', text: 'export {};' },
];

/**
 * A dashboard of three small files, for tests of how files are served. Those of the real page use the executable.
 *
 * @param directory where its files go, on the first request
 */
export function inventedPageFiles(directory: string): () => Promise<readonly PageFile[]> {
  let written: Promise<readonly PageFile[]> | undefined;
  return () => (written ??= Promise.all(contents.map((content) => write(directory, content))));
}

async function write(directory: string, { path, type, text }: (typeof contents)[number]): Promise<PageFile> {
  const file = join(directory, path.replaceAll('/', '-'));
  await Bun.write(`${file}.gz`, Bun.gzipSync(text));
  return { path, type, hash: Bun.hash(text).toString(16), gzip: `${file}.gz` };
}
