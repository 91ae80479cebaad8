import { ApiError } from '../errors/apiError.ts';
import { batchBytesMax, bodyBytesMax, BodyFault } from '../pipeline/requestBody.ts';

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
