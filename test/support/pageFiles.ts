import { join } from 'node:path';
import type { PageFile } from '../../src/http/dashboard/pageFiles.ts';
import { temporaryDirectory } from './temporaryDirectory.ts';

const contents = [
  { path: '/index.html', type: 'text/html; charset=utf-8', text: '<!doctype html><title>Duebook</title>' },
  { path: '/assets/page-1a2b3c4d.js', type: 'text/javascript; charset=utf-8', text: 'export {};' },
];

let written: Promise<readonly PageFile[]> | undefined;

/** A dashboard of two small files, for tests of how files are served. Those of the real page use the executable. */
export function inventedPageFiles(): Promise<readonly PageFile[]> {
  written ??= Promise.all(contents.map(write));
  return written;
}

async function write({ path, type, text }: (typeof contents)[number]): Promise<PageFile> {
  const file = join(temporaryDirectory(), 'file');
  await Bun.write(`${file}.gz`, Bun.gzipSync(text));
  await Bun.write(`${file}.zst`, Bun.zstdCompressSync(text));
  return { path, type, hash: Bun.hash(text).toString(16), gzip: `${file}.gz`, zstd: `${file}.zst` };
}
