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
 */
export function checkToolResult(
  tool: DescribedTool | undefined,
  { isError, content, structuredContent }: RawToolResult,
) {
  const given = structuredContent as Members;
  if (tool !== undefined) {
    const schema = tool.outputSchema as Parameters<AjvJsonSchemaValidator['getValidator']>[0];
    for (const validator of validators) {
      const { valid, errorMessage } = validator.getValidator(schema)(given);
      expect([tool.name, valid, errorMessage]).toEqual([tool.name, true, undefined]);
    }
    expect(Object.keys((schema as { properties: Members }).properties)).toEqual(
      expect.arrayContaining(Object.keys(given)),
    );
  }
  expect(isError).toBe('error' in given);
  if (isError !== true) return;
  const { error } = given as { error: ErrorWords };
  for (const { message, suggestedFix, field } of [error, ...(error.faults ?? [])]) {
    expect([message, suggestedFix, field].map(wordsOfHttp)).toEqual([[], [], []]);
  }
  expect(JSON.parse(String(content?.[0]?.['text']))).toEqual(given);
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
