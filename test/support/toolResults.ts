import { expect } from 'bun:test';

type Members = Readonly<Record<string, unknown>>;

/** A result of a tool. */
export interface RawToolResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly Members[];
}

/** What a result of a tool says: the JSON of its text, and an error exactly if it is one. */
export function checkedResult({ isError, content = [], ...others }: RawToolResult): Members {
  expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
  expect(others).not.toHaveProperty('structuredContent');
  const text = String(content[0]?.['text']);
  const said = text.startsWith('{') ? (JSON.parse(text) as Members) : {};
  expect(isError === true).toBe('error' in said);
  return said;
}
