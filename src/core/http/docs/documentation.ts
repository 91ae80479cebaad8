import { Elysia } from 'elysia';
import { fixedContent, onceMade } from '../responses/fixedContent.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { Currencies } from '../../billing/currencies.ts';
import type { ServedRoute } from '../openapi/detail.ts';
import type { ModuleWords } from '../openapi/words.ts';
import { bytesOf } from '../../runtime/host.ts';

interface DocumentationOptions {
  /** The path of the script of the documentation page, on this machine or in the binary, gzipped or not. */
  readonly pageScript: string;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** The routes of the modules, below no base path. */
  readonly routes: () => readonly ServedRoute[];
  /** What the modules say of themselves. */
  readonly words: () => readonly ModuleWords[];
  /** The currencies of the server. */
  readonly currencies: Currencies;
}

const pageHeaders = { 'content-type': 'text/html; charset=utf8' };
const documentHeaders = { 'content-type': 'application/json;charset=utf-8' };
const scriptHeaders = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=86400' };

/**
 * Serves the OpenAPI document at /openapi.json and a page for it at /docs, which needs no other host. Also gives a function
 * that reads the document.
 */
export function documentation({ pageScript, basePath, routes, words, currencies }: DocumentationOptions) {
  const scriptPath = '/docs/page.js';
  const openPages = onceMade(async () => {
    // Loaded on the first request, because it would take a fifth of the start.
    const { makeDocumentationPages } = await import('./pages.ts');
    const scriptUrl = `${basePath}${scriptPath}`;
    return makeDocumentationPages({ scriptUrl, basePath, routes, words: words(), currencies });
  });
  const page = fixedContent(async () => Buffer.from((await openPages()).page), pageHeaders);
  const document = fixedContent(async () => Buffer.from((await openPages()).document), documentHeaders);
  const script = fixedContent(() => bytesOf(pageScript), scriptHeaders);
  const app = new Elysia({ name: 'documentation' })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-cache';
      set.headers['content-security-policy'] =
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    })
    .get('/docs', ({ request, set }) => page({ request, set }))
    .get('/openapi.json', ({ request, set }) => document({ request, set }))
    .get(scriptPath, ({ request, set }) => script({ request, set }));
  return {
    pages: app,
    readDocument: async (): Promise<ApiDocument> => JSON.parse((await openPages()).document) as ApiDocument,
  };
}
