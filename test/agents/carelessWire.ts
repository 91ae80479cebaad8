import { openConnection, requestBytes } from '../generator/connection.ts';
import { checkedResult, type RawToolResult } from '../support/toolResults.ts';
import { wireRequestOf, type Call, type Given, type WireRequest } from './carelessCalls.ts';

/** The error of an answer; for a batch also the faults of its operations. */
export interface AgentError {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly suggestedFix?: string;
  readonly allowedValues?: readonly string[];
  readonly writableFields?: readonly string[];
  readonly current?: Given;
  readonly faults?: readonly (AgentError & { readonly index: number })[];
}

/** An answer over either channel. */
export interface AgentAnswer {
  readonly error: AgentError | undefined;
  readonly body: Given;
  readonly etag: string | undefined;
}

/** When an agent that drops an answer closes the connection. */
export type Impatience = 'at once' | 'when the answer comes';

/** Sends calls to a server over either channel, and drops the answer on request. */
export function createCaller(origin: string, key: string) {
  return {
    /** Sends a call and returns the answer. */
    async call(call: Call): Promise<AgentAnswer> {
      const { method, path, headers, body } = wireRequestOf(call, key);
      const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      const json = JSON.parse(text) as Given;
      if (call.channel === 'REST') return answerOf(json, response.headers.get('etag') ?? undefined);
      const result = json['result'] as RawToolResult | undefined;
      if (result === undefined) throw new Error(`no result of a tool: ${text}`);
      const said = checkedResult(result);
      return answerOf(said, said['etag'] as string | undefined);
    },

    /** Sends a call and closes the connection without reading the answer: the outcome stays unknown. */
    drop: (call: Call, impatience: Impatience) => sendAndClose(origin, wireRequestOf(call, key), impatience),
  };
}

function answerOf(body: Given, etag: string | undefined): AgentAnswer {
  return { body, etag, error: body['error'] as AgentError | undefined };
}

async function sendAndClose(origin: string, request: WireRequest, impatience: Impatience): Promise<void> {
  const { method, path, headers, body = '' } = request;
  const fields = { host: new URL(origin).host, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const bytes = requestBytes(method, path, lines, Buffer.from(body));
  const connection = await openConnection(origin);
  if (impatience === 'at once') return connection.abandon(bytes);
  await connection.ask(method, bytes);
  connection.close();
}
