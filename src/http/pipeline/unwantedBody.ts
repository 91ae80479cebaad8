import { ApiError } from '../responses/errors.ts';
import { nearestFieldOf } from '../suggestions/fields.ts';
import { BodyFault, type ReadBody } from './requestBody.ts';

const emptyForm = /^\s*(\{\s*\})?\s*$/;
const termName = /dry[\s_-]*run|if[\s_-]*match|idempotency/i;

/** For an operation that takes no body: reads it, and marks one that says anything. */
export function noBody(readBody: ReadBody): ReadBody {
  return async function readNoBody(context) {
    const body = await readBody(context);
    return typeof body === 'string' && emptyForm.test(body) ? '' : BodyFault.unwanted;
  };
}

/** For an operation whose body is not looked at: reads it, and marks one that speaks of the terms on which a write is made. */
export function ignoredBody(readBody: ReadBody): ReadBody {
  return async function readIgnoredBody(context) {
    const body = await readBody(context);
    return typeof body === 'string' && speaksOfTerms(body) ? BodyFault.unwanted : '';
  };
}

/** A stage that refuses a body that was marked: who asks there for a dry run would be given the write itself. */
export function refuseUnwantedBody({ body }: { body: unknown }): void {
  if (body !== BodyFault.unwanted) return;
  throw new ApiError('unexpected_body', {
    suggestedFix: 'Send no body: ?dryRun=true in the path makes a dry run; If-Match and Idempotency-Key are headers.',
    forTools: { suggestedFix: 'Send no arguments but id, dryRun, ifMatch and idempotencyKey.' },
  });
}

function speaksOfTerms(text: string): boolean {
  return termName.test(text) || memberNames(text).some((name) => nearestFieldOf(name, ['dryRun']) !== undefined);
}

function memberNames(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}
