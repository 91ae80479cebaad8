import type { AgentTool } from '../../src/http/mcp/tools.ts';

/** What an agent wants: a tool, and what it gives to it. */
export interface ToolCall {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** What the error of an answer says. */
export interface AgentError {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly suggestedFix?: string;
  readonly allowedValues?: readonly string[];
  readonly writableFields?: readonly string[];
  readonly current?: Readonly<Record<string, unknown>>;
}

/** What came back, whichever way the call went. */
export interface AgentAnswer {
  readonly error: AgentError | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly etag: string | undefined;
}

/** The ways into the server. */
export const channels = ['REST', 'MCP'] as const;
/** One of the {@link channels}. */
export type Channel = (typeof channels)[number];

/** When an agent that does not wait for its answer closes the connection. */
export type Impatience = 'at once' | 'when the answer comes';

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends calls to a server, by either way, and drops the answer when it is told to. */
export function createCaller(origin: string, key: string, tools: ReadonlyMap<string, AgentTool>) {
  let lastId = 0;

  function requestFor({ tool, given }: ToolCall, channel: Channel): WireRequest {
    const authorization = `Bearer ${key}`;
    if (channel === 'REST') {
      const known = tools.get(tool);
      if (known === undefined) throw new Error(`there is no tool ${tool}`);
      const { method, path, headers, body } = known.apiCall(given);
      return { method, path, headers: { ...headers, authorization }, body };
    }
    const params = { name: tool, arguments: given };
    const accept = 'application/json, text/event-stream';
    return {
      method: 'POST',
      path: '/mcp',
      headers: { authorization, accept, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: (lastId += 1), method: 'tools/call', params }),
    };
  }

  return {
    /** Sends a call and gives the answer. */
    async call(call: ToolCall, channel: Channel): Promise<AgentAnswer> {
      const { method, path, headers, body } = requestFor(call, channel);
      const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
      const json = (await response.json()) as Record<string, unknown>;
      if (channel === 'REST') return answerOf(json, response.headers.get('etag') ?? undefined);
      const { structuredContent } = json['result'] as { structuredContent: Record<string, unknown> };
      return answerOf(structuredContent, structuredContent['etag'] as string | undefined);
    },

    /** Sends a call and closes the connection without reading the answer: whether the call was carried out stays unknown. */
    drop: (call: ToolCall, channel: Channel, impatience: Impatience) =>
      sendAndClose(origin, requestFor(call, channel), impatience),
  };
}

function answerOf(body: Readonly<Record<string, unknown>>, etag: string | undefined): AgentAnswer {
  return { body, etag, error: body['error'] as AgentError | undefined };
}

async function sendAndClose(origin: string, request: WireRequest, impatience: Impatience): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const bytes = bytesOf(request, host);
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(socket) {
        socket.write(bytes);
        if (impatience === 'at once') socket.end();
      },
      data: (socket) => socket.terminate(),
      close: () => resolve(),
      error: () => resolve(),
    },
  });
  await closed;
}

function bytesOf({ method, path, headers, body = '' }: WireRequest, host: string): Uint8Array {
  const content = Buffer.from(body);
  const fields = { host, ...headers, 'content-length': String(content.length) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), content]);
}
