import { ApiError } from '../responses/errors.ts';
import { batchBytesMax, bodyBytesMax, BodyFault } from '../pipeline/requestBody.ts';

/** The largest message, in bytes: the largest body that a call may have, and room for the message around it. */
export const messageBytesMax = batchBytesMax + bodyBytesMax;

// The deepest that is of use is a field of an operation of a batch, in its seventh level.
const messageLevelsMax = 16;

/**
 * Reads the body of a request as one message of JSON-RPC.
 *
 * @returns the message, or the answer that says why there is none
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
  // The protocol has had none since 2025-06-18; one that cancels a request of its own would never be answered.
  if (Array.isArray(message))
    return protocolError(-32_600, 'Batches of messages are not supported: send each message separately.');
  if (isDeeperThan(message, messageLevelsMax)) {
    return protocolError(-32_600, `The message is nested more than ${messageLevelsMax} levels deep.`);
  }
  return { message };
}

/** The library that checks messages takes a second for one that is very deep, or runs out of stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

function protocolError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
}
