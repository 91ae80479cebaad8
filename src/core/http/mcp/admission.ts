import ipaddr from 'ipaddr.js';
import { nearest } from '../../text/nearest.ts';
import { defaultToolsets, toolsets, type Toolset } from '../openapi/words.ts';
import { batchBytesMax, bodyBytesMax, BodyFault } from '../pipeline/requestBody.ts';
import { targetOf } from '../pipeline/requestTarget.ts';
import { ApiError } from '../errors/apiError.ts';
import { quotedName } from '../../fields/suggestions.ts';

/** The pages that may call the MCP endpoint. */
export interface OriginRules {
  /** The configured host of the listener. */
  readonly ownHost: string;
  /** Further origins, such as `https://chat.example.org`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses requests of pages of other origins. Programs send no Origin and pass.
 *
 * It is not enough that Origin and Host are equal: a page whose own name resolves to this machine (DNS rebinding) sends its
 * name in both. So the name must be one that nobody else can own: an address, localhost, or the configured host.
 *
 * @returns the origin whose page may read the answer; undefined without an Origin
 */
export function admitOrigin(request: Request, { ownHost, allowedOrigins }: OriginRules): string | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  if (allowedOrigins.includes(origin)) return origin;
  const asked = URL.parse(origin);
  const isSameHost = asked !== null && asked.host !== '' && asked.host === hostOf(request, asked.protocol);
  if (isSameHost && cannotBeRebound(asked.hostname, ownHost)) return origin;
  throw new ApiError('origin_not_allowed', {
    suggestedFix: 'Add the origin of the page to the setting --mcp-allowed-origins of the server.',
  });
}

/** The host and port of the Host header, in the form of an origin. */
function hostOf(request: Request, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${request.headers.get('host') ?? ''}`)?.host;
}

function cannotBeRebound(hostname: string, ownHost: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) || hostname === 'localhost' || hostname === ownHost.toLowerCase();
}

const all = 'all';

/**
 * The toolsets that a request lists, always in the same order: the default ones, and those that `?toolsets=` names.
 *
 * @throws {ApiError} for a toolset that does not exist
 */
export function toolsetsListedBy(request: Request): readonly Toolset[] {
  const { searchParams } = new URL(`http://localhost${targetOf(request)}`);
  const words = searchParams.getAll('toolsets').flatMap((text) => text.split(','));
  const named = words.map((word) => word.trim()).filter((word) => word !== '');
  for (const name of named) if (name !== all && !isToolset(name)) throw unknownToolset(name);
  return toolsets.filter((name) => named.includes(all) || named.includes(name) || defaultToolsets.includes(name));
}

function isToolset(name: string): name is Toolset {
  return toolsets.some((known) => known === name);
}

function unknownToolset(name: string): ApiError {
  const allowedValues = [...toolsets, all];
  const meant = nearest(name, allowedValues);
  return new ApiError('invalid_query', {
    field: 'toolsets',
    message: `There is no toolset ${quotedName(name)}.`,
    suggestedFix: meant === undefined ? `Name some of ${allowedValues.join(', ')}.` : `Send "${meant}".`,
    allowedValues,
  });
}

/** The largest message, in bytes: the largest body of a call, and room for the message around it. */
export const messageBytesMax = batchBytesMax + bodyBytesMax;

// The deepest useful value is a field of a batch operation, at level seven.
const messageLevelsMax = 16;

/**
 * Parses the body of a request as one JSON-RPC message.
 *
 * @returns the message, or the error answer
 * @throws {ApiError} for a body that is too large
 */
export function readMessage(body: unknown): { readonly message: unknown } | Response {
  if (body === BodyFault.tooLarge) {
    throw new ApiError('payload_too_large', {
      message: 'The message is too large.',
      suggestedFix: `Send a message of at most ${messageBytesMax} bytes.`,
    });
  }
  let message: unknown;
  try {
    message = JSON.parse(String(body));
  } catch {
    return protocolError(-32_700, 'Parse error: the body is not JSON.');
  }
  // The protocol has no batches of messages since 2025-06-18; one that cancels its own request would never get an answer.
  if (Array.isArray(message))
    return protocolError(-32_600, 'Batches of messages are not supported: send each message separately.');
  if (isDeeperThan(message, messageLevelsMax)) {
    return protocolError(-32_600, `The message is nested more than ${messageLevelsMax} levels deep.`);
  }
  return { message };
}

/** The MCP library takes a second to validate a very deep message, or overflows the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function protocolError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
}
