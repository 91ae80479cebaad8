import type { AgentError, ToolCall } from './carelessCalls.ts';

type Given = Readonly<Record<string, unknown>>;

/** What an agent can look up that a fix tells it to look up. */
export interface Lookup {
  /** An id out of the list of subscriptions. */
  readonly anId: () => Promise<string>;
}

const quoted = /"((?:[^"\\]|\\.)*)"/g;

/**
 * The call as it is after doing literally what an error says, without any knowledge of the service; undefined when the error
 * says nothing that can be done.
 */
export async function obey(
  { tool, given }: ToolCall,
  error: AgentError,
  lookup: Lookup,
): Promise<ToolCall | undefined> {
  const mended = await mendedArguments(given, error, lookup);
  return mended === undefined ? undefined : { tool, given: mended };
}

async function mendedArguments(given: Given, error: AgentError, { anId }: Lookup): Promise<Given | undefined> {
  const { field, suggestedFix = '', allowedValues = [] } = error;
  const words = Array.from(suggestedFix.matchAll(quoted), ([literal]) => JSON.parse(literal) as string);
  const [first = '', second = ''] = words;
  if (suggestedFix.startsWith('Rename ')) return renamed(given, first, second);
  if (suggestedFix.startsWith('Remove "')) return without(given, first);
  if (suggestedFix.startsWith('Remove ') && field !== undefined) return without(given, field);
  if (/\btake (the|an) id from\b/i.test(suggestedFix)) return { ...given, id: await anId() };
  const etag = /If-Match: (".*")/.exec(suggestedFix)?.[1];
  if (etag !== undefined) return { ...given, ifMatch: etag };
  if (field === undefined) return undefined;
  const companion = /, and with it ("\w+"): ("[^"]*")/.exec(suggestedFix);
  if (companion !== null) {
    const [, name = '', value = ''] = companion;
    return { ...given, [field]: first, [JSON.parse(name) as string]: JSON.parse(value) as unknown };
  }
  const value = lastLiteralIn(suggestedFix) ?? allowedValues[0];
  return value === undefined ? undefined : { ...given, [field]: value };
}

/** The value that a sentence shows last: a text in quotes, a number, true or false. */
function lastLiteralIn(sentence: string): unknown {
  const literal = /("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|\btrue\b|\bfalse\b)[^"\d]*$/.exec(sentence)?.[1];
  return literal === undefined ? undefined : (JSON.parse(literal) as unknown);
}

function renamed(given: Given, from: string, to: string): Given {
  return { ...without(given, from), [to]: given[from] };
}

function without(given: Given, name: string): Given {
  return Object.fromEntries(Object.entries(given).filter(([known]) => known !== name));
}
