import { Elysia } from 'elysia';
import type { DocumentationPages } from './pages.ts';
import { fixedContent } from '../responses/fixedContent.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { Route } from '../pipeline/route.ts';

interface DocumentationOptions {
  /** The path, on this machine or in the binary, of the script that shows the documentation page, gzipped or not. */
  readonly pageScript: string;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** The routes that the document describes. */
  readonly routes: readonly Route[];
}

const pageHeaders = { 'content-type': 'text/html; charset=utf8' };
const documentHeaders = { 'content-type': 'application/json;charset=utf-8' };
const scriptHeaders = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=86400' };

/**
 * The OpenAPI document at /openapi.json, and a page at /docs that shows it without asking any other host; and a way to
 * read that document from within.
 */
export function documentation({ pageScript, basePath, routes }: DocumentationOptions) {
  const scriptPath = '/docs/page.js';
  let pages: Promise<DocumentationPages> | undefined;
  const makePages = async () => {
    // Loaded with the first who asks: it takes a fifth of a start, which needs none of it.
    const { makeDocumentationPages } = await import('./pages.ts');
    return makeDocumentationPages({ scriptUrl: `${basePath}${scriptPath}`, basePath, routes });
  };
  const openPages = () =>
    (pages ??= makePages().catch((error: unknown) => {
      // The next who asks tries again.
      pages = undefined;
      throw error;
    }));
  const page = fixedContent(async () => Buffer.from((await openPages()).page), pageHeaders);
  const document = fixedContent(async () => Buffer.from((await openPages()).document), documentHeaders);
  const script = fixedContent(() => Bun.file(pageScript).bytes(), scriptHeaders);
  const toPage = ({ redirect }: { redirect: (url: string) => Response }) => redirect(`${basePath}/docs`);
  const app = new Elysia({ name: 'documentation' })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-cache';
      set.headers['content-security-policy'] =
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    })
    .get('/docs', ({ request, set }) => page({ request, set }))
    .get('/openapi.json', ({ request, set }) => document({ request, set }))
    .get('/', toPage)
    .get(scriptPath, ({ request, set }) => script({ request, set }));
  return {
    pages: basePath === '' ? app : app.get('', toPage),
    readDocument: async (): Promise<ApiDocument> => JSON.parse((await openPages()).document) as ApiDocument,
  };
}
