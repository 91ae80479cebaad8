import type { TObject } from '@sinclair/typebox';

/** What stands in a parameter's place when it has no single readable value, so that its own check refuses it. */
export const QueryFault = {
  repeated: Symbol('the parameter is given more than once'),
  malformed: Symbol('the parameter is not percent-encoded UTF-8'),
} as const;

const plainDecimal = /^(0|[1-9]\d*)$/;

interface QueryContext {
  readonly request: Request;
  query: Record<string, unknown>;
}

/**
 * A stage that reads the query anew and strictly: a parameter given twice or badly encoded is marked, not guessed at,
 * and only plain decimal digits become a number.
 */
export function decodeQuery(schema: TObject) {
  const integers = new Set(
    Object.entries(schema.properties).flatMap(([name, parameter]) => (parameter['type'] === 'integer' ? [name] : [])),
  );
  return function decodeQueryStage(context: QueryContext): void {
    const { request } = context;
    context.query = parseQuery(request.url, integers);
  };
}

function parseQuery(url: string, integers: ReadonlySet<string>): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const start = url.indexOf('?');
  if (start === -1) return query;
  const end = url.indexOf('#', start);
  for (const pair of url.slice(start + 1, end === -1 ? undefined : end).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decodeComponent(rawName) ?? rawName;
    const text = equals === -1 ? '' : decodeComponent(pair.slice(equals + 1));
    query[name] = name in query ? QueryFault.repeated : valueOf(text, integers.has(name));
  }
  return query;
}

function valueOf(text: string | undefined, isInteger: boolean): unknown {
  if (text === undefined) return QueryFault.malformed;
  return isInteger && plainDecimal.test(text) ? Number(text) : text;
}

// The server gives bytes that a client did not encode as one character each.
const byteCharacter = /[\u0080-\u00ff]/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text that unencoded bytes stand for, such as those of `?q=ü` typed into a shell. Throws when they are no UTF-8. */
function asUtf8(text: string): string {
  return byteCharacter.test(text) ? strictUtf8.decode(Buffer.from(text, 'latin1')) : text;
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(asUtf8(text.replaceAll('+', ' ')));
  } catch {
    return undefined;
  }
}
