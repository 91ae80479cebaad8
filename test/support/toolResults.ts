import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { AjvJsonSchemaValidator as FirstLineValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect } from 'bun:test';

type Members = Readonly<Record<string, unknown>>;

/** The parts of a tool against which its results are checked. */
export interface DescribedTool {
  readonly name: string;
  readonly outputSchema?: Members | undefined;
}

/** A result of a tool. */
export interface RawToolResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly Members[];
  readonly structuredContent?: unknown;
}

// The official SDKs validate results with these; one of them also validates errors.
const validators = [new AjvJsonSchemaValidator(), new FirstLineValidator()];

/**
 * Checks a result or an error of a tool against its output schema, like the official clients: the schema accepts
 * it, and describes every member. An error mentions only arguments and tools, and its text has all details.
 *
 * @param sent the arguments of the call
 */
export function checkToolResult(
  tool: DescribedTool | undefined,
  { isError, content, structuredContent }: RawToolResult,
  sent: unknown,
) {
  const given = structuredContent as Members;
  if (tool !== undefined) {
    for (const check of checksOf(tool)) {
      const { valid, errorMessage } = check(given);
      expect([tool.name, valid, errorMessage]).toEqual([tool.name, true, undefined]);
    }
    expect(Object.keys((tool.outputSchema as { properties: Members }).properties)).toEqual(
      expect.arrayContaining(Object.keys(given)),
    );
  }
  expect(isError).toBe('error' in given);
  if (isError !== true) return;
  const { error } = given as { error: ErrorWords };
  for (const { message, suggestedFix, field } of [error, ...(error.faults ?? [])]) {
    // An error may repeat the name of an argument that the client sent.
    const isSent = JSON.stringify(sent).includes(JSON.stringify(field ?? ''));
    expect([message, suggestedFix, isSent ? '' : field].map(wordsOfHttp)).toEqual([[], [], []]);
  }
  expect(JSON.parse(String(content?.[0]?.['text']))).toEqual(given);
}

type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];
type Check = ReturnType<AjvJsonSchemaValidator['getValidator']>;

// Compiling a schema takes much longer than a check.
const knownChecks = new WeakMap<object, readonly Check[]>();

function checksOf({ outputSchema }: DescribedTool): readonly Check[] {
  const schema = outputSchema as Schema;
  const known = knownChecks.get(schema);
  if (known !== undefined) return known;
  const checks = validators.map((validator) => validator.getValidator(schema));
  knownChecks.set(schema, checks);
  return checks;
}

interface ErrorWords {
  readonly message?: string;
  readonly suggestedFix?: string;
  readonly field?: string;
  readonly faults?: readonly ErrorWords[];
}

const quoted = /"(?:[^"\\]|\\.)*"/g;
const http =
  /\/api\/|\?\w+=|\bIf-(?:None-)?Match\b|\bIdempotency-Key\b|\b(?:headers?|query|paths?|body|URL)\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b/g;

/** The words of a text that mean nothing to a client of tools, except in quotes, where an error repeats what it sent. */
export function wordsOfHttp(text = ''): readonly string[] {
  return text.replaceAll(quoted, '""').match(http) ?? [];
}
