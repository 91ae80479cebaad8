import { swagger } from '@elysiajs/swagger';
import { Elysia } from 'elysia';
import { hasFurtherCurrencies, type Currencies } from '../../billing/currencies.ts';
import { withDescribedRoutes } from '../elysiaInternals.ts';
import { componentHeaders } from '../openapi/components.ts';
import { recordedCurrency } from '../../fields/fieldTypes.ts';
import { withAnswered, withBriefAnswers, withComponents } from '../openapi/document.ts';
import { documentedRoutes, tagsOf } from '../openapi/operations.ts';
import type { ServedRoute } from '../openapi/detail.ts';
import type { ModuleWords } from '../openapi/words.ts';

/** The version of the API in the document. */
const apiVersion = '1.0.0';

const description = `Records recurring subscriptions and reports what they cost, what renews soon and what is paid for twice.

Money is reported per currency and never converted. Every error has a code and says how to correct the request: \`field\`, \`suggestedFix\`, \`allowedValues\`, \`writableFields\`.

Agents: confirm creating, updating and deleting with the user first. List before you update or delete, unless you know the id. Prefer a change of status to deleting when the user may come back.`;

const specPath = '/openapi.json';

interface PageOptions {
  /** The URL of the script of the page. */
  readonly scriptUrl: string;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
  /** The routes of the modules, below no base path. */
  readonly routes: () => readonly ServedRoute[];
  /** What the modules say of themselves. */
  readonly words: readonly ModuleWords[];
  /** The currencies of the server. */
  readonly currencies: Currencies;
}

/** The documentation page, and the OpenAPI document as JSON. */
export interface DocumentationPages {
  readonly page: string;
  readonly document: string;
}

/** Generates both from the routes, once: routes never change while the service runs. */
export async function makeDocumentationPages({
  scriptUrl,
  basePath,
  routes,
  words,
  currencies,
}: PageOptions): Promise<DocumentationPages> {
  let described: { readonly components: object } | undefined;
  const host = withDescribedRoutes(
    // Taken as an object, in which routes share schemas: as text, it repeats them.
    new Elysia({ name: 'documentation-pages' }).mapResponse({ as: 'global' }, ({ response, path }) => {
      if (path !== specPath) return undefined;
      described = response as { readonly components: object };
      return new Response();
    }),
    documentedRoutes(routes(), words),
  );
  host.use(
    swagger({
      path: '/docs',
      specPath,
      scalarCDN: scriptUrl,
      scalarConfig: pageSettings(basePath + specPath),
      excludeMethods: [],
      documentation: {
        ...openApiBaseOf(words),
        servers: [{ url: basePath || '/', description: 'The server of this document.' }],
      },
    }),
  );
  const read = (path: string) => host.handle(new Request(`http://localhost${path}`));
  const [page] = await Promise.all([read('/docs'), read(specPath)]);
  if (described === undefined) throw new Error('there is no OpenAPI document');
  const document = withAnsweredCurrencies(described, currencies);
  return { page: await page.text(), document: JSON.stringify(withComponents(withBriefAnswers(document))) };
}

/** The routes have the bodies of the server already. Answers also have the currencies that records keep. */
function withAnsweredCurrencies<Document extends object>(document: Document, currencies: Currencies): Document {
  if (currencies.kept.length > 0) return withAnswered(document, 'Currency', () => recordedCurrency);
  return hasFurtherCurrencies(currencies)
    ? withAnswered(document, 'Currency', (schema) => ({ ...schema, enum: currencies.allowed }))
    : document;
}

// Disables everything that would contact or link to another host.
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

function openApiBaseOf(words: readonly ModuleWords[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Duebook',
      version: apiVersion,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    'x-agent-shortcuts': words.flatMap(({ shortcuts = [] }) => shortcuts),
    tags: [...tagsOf(words)],
    components: {
      headers: componentHeaders,
      securitySchemes: {
        apiKey: {
          type: 'http' as const,
          scheme: 'bearer',
          description:
            'An API key: `dbk_r_…` can read, `dbk_w_…` can also write, and `dbk_a_…` can also manage keys and users. `duebook keys create` creates keys.',
        },
        session: {
          type: 'apiKey' as const,
          in: 'header' as const,
          name: 'X-Duebook-Session',
          description: 'The token of a session, `dbk_s_…`, from `POST /api/v1/session`.',
        },
      },
    },
  };
}
