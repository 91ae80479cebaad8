import { Elysia } from 'elysia';
import { componentHeaders, componentSchemas } from './openapi/components.ts';
import type { ApiDocument } from './openapi/document.ts';
import { agentShortcuts } from './openapi/shortcuts.ts';

/** The version of the interface, as its description is labelled. */
const apiVersion = '1.0.0';

interface DocumentationOptions {
  /** The path, on this machine or in the binary, of the script that shows the documentation page. */
  readonly pageScript: string;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
  /** The routes that the document describes; asked for only once the service is whole. */
  readonly routes: () => Elysia['routes'];
}

const description = `Records recurring subscriptions and reports what they cost, what renews soon and what is paid twice.

Money is reported per currency and never converted. Every error has a code, and says what to mend: \`field\`, \`suggestedFix\`, \`allowedValues\`, \`writableFields\`.

Agents: confirm creating, updating and deleting with the user first. List before you update or delete, unless you know the id. Prefer a change of status to deleting when the user may come back.`;

const pageHeaders = { 'content-type': 'text/html; charset=utf8' };
const documentHeaders = { 'content-type': 'application/json;charset=utf-8' };
const scriptHeaders = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=86400' };

/**
 * The OpenAPI document at /openapi.json, and a page at /docs that shows it without asking any other host; and a way to
 * read that document from within.
 */
export function documentation({ pageScript, basePath, routes }: DocumentationOptions) {
  const scriptPath = '/docs/page.js';
  const hidden = { detail: { hide: true } };
  let pages: ReturnType<typeof makePages> | undefined;
  const openPages = () => (pages ??= makePages({ scriptUrl: `${basePath}${scriptPath}`, basePath, routes }));
  const toPage = ({ redirect }: { redirect: (url: string) => Response }) => redirect(`${basePath}/docs`);
  const app = new Elysia({ name: 'documentation' })
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-cache';
      set.headers['content-security-policy'] =
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    })
    .get('/docs', async () => new Response((await openPages()).page, { headers: pageHeaders }), hidden)
    .get('/openapi.json', async () => new Response((await openPages()).document, { headers: documentHeaders }), hidden)
    .get('/', toPage, hidden)
    .get(scriptPath, () => new Response(Bun.file(pageScript), { headers: scriptHeaders }), hidden);
  return {
    pages: basePath === '' ? app : app.get('', toPage, hidden),
    readDocument: async (): Promise<ApiDocument> => JSON.parse((await openPages()).document) as ApiDocument,
  };
}

interface PageOptions extends Pick<DocumentationOptions, 'basePath' | 'routes'> {
  readonly scriptUrl: string;
}

/** Makes both, of the routes as they are; nothing of them changes while the service runs. */
async function makePages({ scriptUrl, basePath, routes }: PageOptions) {
  // Loaded with the first who asks: it takes a tenth of a start.
  const { swagger } = await import('@elysiajs/swagger');
  const host = new Elysia({ name: 'documentation-pages' });
  // It describes the routes of what it is a part of.
  Object.assign(host, { getGlobalRoutes: routes });
  host.use(
    swagger({
      path: '/docs',
      specPath: '/openapi.json',
      scalarCDN: scriptUrl,
      scalarConfig: pageSettings(`${basePath}/openapi.json`),
      excludeMethods: [],
      // All files are hidden above; it would take a base path with a dot for one, too.
      excludeStaticFile: false,
      documentation: {
        ...openApiBase,
        servers: [{ url: basePath || '/', description: 'The server that gives this document.' }],
      },
    }),
  );
  const read = (path: string) => host.handle(new Request(`http://localhost${path}`));
  const [page, document] = await Promise.all([read('/docs'), read('/openapi.json')]);
  return { page: await page.text(), document: JSON.stringify(belowServer(await document.json(), basePath)) };
}

/** The document names the base path once, as its server, and the paths below it are the same everywhere. */
function belowServer(response: unknown, basePath: string) {
  const document = response as { readonly paths: Readonly<Record<string, unknown>> };
  const paths = Object.entries(document.paths);
  return {
    ...document,
    paths: Object.fromEntries(paths.map(([path, item]) => [path.slice(basePath.length), item])),
  };
}

// All that would lead to, or ask, a host other than this one is left out.
function pageSettings(url: string) {
  return {
    url,
    hideClientButton: true,
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  };
}

const openApiBase = {
  openapi: '3.1.0',
  info: {
    title: 'Duebook',
    version: apiVersion,
    description,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  'x-agent-shortcuts': agentShortcuts,
  tags: [
    { name: 'Subscriptions', description: 'Record and manage recurring subscriptions.' },
    { name: 'Analytics', description: 'What they cost, what renews soon, what is recorded twice.' },
    { name: 'Audit', description: 'Who changed what.' },
    { name: 'Preflight', description: 'What a browser asks before it calls from a page of another origin.' },
  ],
  components: {
    schemas: componentSchemas,
    headers: componentHeaders,
    securitySchemes: {
      apiKey: {
        type: 'http' as const,
        scheme: 'bearer',
        description:
          'An API key: `dbk_r_…` may read, `dbk_w_…` may write too. Keys are made with `duebook keys create`.',
      },
    },
  },
};
