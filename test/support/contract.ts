import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020.js';

interface ResponseDescription {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
  /** The possible codes of an error with this status. */
  readonly 'x-error-codes'?: readonly string[];
}

/** The part of an OpenAPI document that tests use. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A copy with the shared parameters, responses and examples inlined; only schemas stay references. */
export function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  function resolved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const [, place = '', name = ''] =
      '$ref' in value ? (/^#\/components\/(parameters|responses|examples)\/(.+)$/.exec(String(value.$ref)) ?? []) : [];
    if (place !== '') return resolved(document.components[place]?.[name]);
    return Object.fromEntries(Object.entries(value).map(([member, part]) => [member, resolved(part)]));
  }
  return { ...document, paths: resolved(document.paths) as OpenApiDocument['paths'] };
}

/** One operation of an OpenAPI document. */
interface OperationDescription {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly { name: string; in: string; schema: Readonly<Record<string, unknown>> }[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, ResponseDescription>>;
  readonly 'x-agent'?: Readonly<Record<string, unknown>>;
}

/** A response as received. */
export interface SeenResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Headers that a documented response may lack: a request can fail before the quota is charged. */
const mayLackQuotaHeaders = new Set([500, 503]);

/** A dry run has no ETag. */
function mayLack(name: string, { status, text }: SeenResponse): boolean {
  if (name === 'Idempotency-Replayed') return true;
  if (name === 'ETag') return text.includes('"dryRun":true');
  return name.startsWith('X-RateLimit-') && mayLackQuotaHeaders.has(status);
}

/** Creates a check that throws if a response does not conform to the OpenAPI document. */
export function contractOf(written: OpenApiDocument) {
  const document = withoutReferences(written);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const templates = Object.keys(document.paths);
  const patterns = templates.map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  function checkBody(pointer: string, seen: SeenResponse): void {
    const validate = ajv.getSchema(`document#${pointer}`);
    if (validate === undefined) throw new Error(`the document has no schema at ${pointer}`);
    const contentType = seen.headers.get('content-type') ?? '';
    if (!/^application\/json(;|$)/.test(contentType)) throw new Error(`${nameOf(seen)} is sent as ${contentType}`);
    if (validate(JSON.parse(seen.text)) !== true) {
      throw new Error(`${nameOf(seen)} is not as documented: ${ajv.errorsText(validate.errors)}\n${seen.text}`);
    }
  }

  // Every path answers a preflight like the two documented paths.
  const preflightOf = (method: string) =>
    method === 'options' ? document.paths['/api/v1/subscriptions']?.['options'] : undefined;

  return function check(seen: SeenResponse): void {
    const path = new URL(seen.path, 'http://localhost').pathname;
    const method = seen.method === 'HEAD' ? 'get' : seen.method.toLowerCase();
    // A fixed path takes precedence over one with an id.
    const template = templates.includes(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.template;
    const operation = template === undefined ? undefined : (document.paths[template]?.[method] ?? preflightOf(method));
    if (template === undefined || operation === undefined) {
      if (seen.method !== 'HEAD') checkBody('/components/schemas/ApiError', seen);
      return;
    }
    const response = operation.responses[String(seen.status)];
    if (response === undefined) throw new Error(`${nameOf(seen)} is not documented: ${seen.text}`);
    for (const name of Object.keys(response.headers ?? {})) {
      if (!mayLack(name, seen) && !seen.headers.has(name)) throw new Error(`${nameOf(seen)} lacks the header ${name}`);
    }
    if (seen.headers.get('cache-control') !== 'no-store') {
      throw new Error(`${nameOf(seen)} may be kept: ${seen.headers.get('cache-control')}`);
    }
    if (seen.method === 'HEAD') return;
    if (response.content === undefined) {
      if (seen.text !== '') throw new Error(`${nameOf(seen)} has a body that is not documented: ${seen.text}`);
      return;
    }
    // A body that is no JSON is text, of which the document says no more than its type.
    const mediaType = seen.headers.get('content-type')?.split(';')[0] ?? '';
    if (mediaType !== 'application/json' && mediaType in response.content) return;
    const steps = ['paths', template, method, 'responses', seen.status, 'content', 'application/json', 'schema'];
    checkBody(steps.map((step) => `/${pointerStep(String(step))}`).join(''), seen);
    checkCode(response, seen);
  };
}

/** Throws if the code of an error is not documented for the operation and the status. */
function checkCode(response: ResponseDescription, seen: SeenResponse): void {
  const { error } = JSON.parse(seen.text) as { readonly error?: { readonly code: string } };
  const codes = response['x-error-codes'] ?? [];
  if (error === undefined ? codes.length > 0 : !codes.includes(error.code)) {
    throw new Error(`${nameOf(seen)} is documented with the codes ${codes.join(', ')}: ${seen.text}`);
  }
}

function pointerStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function nameOf({ method, path, status }: SeenResponse): string {
  return `${method} ${path} → ${status}`;
}
