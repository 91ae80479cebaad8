import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { AjvJsonSchemaValidator as FirstLineValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect } from 'bun:test';

type Members = Readonly<Record<string, unknown>>;

/** A tool, as far as its results are held against it. */
export interface DescribedTool {
  readonly name: string;
  readonly outputSchema?: Members | undefined;
}

/** A result of a tool, as it came. */
export interface RawToolResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly Members[];
  readonly structuredContent?: unknown;
}

// The clients of the official SDK hold results against the schema with these: one of them errors, too.
const validators = [new AjvJsonSchemaValidator(), new FirstLineValidator()];

/**
 * Holds what a tool gave against what it said that it gives, as the official clients do, errors included: the schema takes
 * it, and describes every member. An error speaks of arguments and tools alone, and its text says all of it.
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
    // An argument that was sent under such a name is named as it was sent.
    const isSent = JSON.stringify(sent).includes(JSON.stringify(field ?? ''));
    expect([message, suggestedFix, isSent ? '' : field].map(wordsOfHttp)).toEqual([[], [], []]);
  }
  expect(JSON.parse(String(content?.[0]?.['text']))).toEqual(given);
}

type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];
type Check = ReturnType<AjvJsonSchemaValidator['getValidator']>;

// Compiling a schema takes much longer than checking by it.
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

/** The words of a text that a client has no use for that calls tools; what it sent itself may be repeated in quotes. */
export function wordsOfHttp(text = ''): readonly string[] {
  return text.replaceAll(quoted, '""').match(http) ?? [];
}
