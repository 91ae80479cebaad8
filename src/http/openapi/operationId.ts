import type { OperationId } from './operations.ts';

/** What a route says of itself: which operation it is. Only who asks for the document has it described. */
export function describedAs(operationId: OperationId) {
  return { detail: { operationId } };
}
