import type { ErrorDetails } from '../responses/errors.ts';
import { nearestFieldOf, quotedName } from './fields.ts';

/** The place of a misplaced write option. */
export type OptionPlace =
  'draft' | 'creation' | 'patch' | 'query' | 'batch' | 'operation' | 'draftInBatch' | 'patchInBatch';

interface Misplaced {
  /** The name as the client sent it, in quotes. */
  readonly name: string;
  readonly value: unknown;
  readonly place: OptionPlace;
}

/** The fix for a request, and for a call of a tool. */
type Fix = Required<Pick<ErrorDetails, 'suggestedFix' | 'forTools'>>;

const options = ['dryRun', 'ifMatch', 'idempotencyKey'] as const;

/** Whether a name means a write option, in any spelling. */
export function meansOption(typed: string): boolean {
  return nearestFieldOf(typed, options) !== undefined;
}

/**
 * The fix for a write option in the wrong place or under another name. It never says only to remove the option: a client
 * that follows it literally would then make the write that the option was meant to prevent.
 *
 * @returns undefined when the name means no write option
 */
export function fixForMisplacedOption(typed: string, value: unknown, place: OptionPlace): Fix | undefined {
  const misplaced = { name: quotedName(typed), value, place };
  const meant = nearestFieldOf(typed, options);
  if (meant === 'dryRun') return fixForDryRun(misplaced);
  if (meant === 'ifMatch') return fixForIfMatch(misplaced);
  if (meant === undefined) return undefined;
  const suggestedFix = `${takenOut(misplaced)} and send its value in the header Idempotency-Key.`;
  return fix(suggestedFix, asArgument(misplaced, meant));
}

function fixForDryRun(misplaced: Misplaced): Fix {
  const { value } = misplaced;
  const isOff = value === false || value === 'false';
  return fix(
    `${takenOut(misplaced)} and put ?dryRun=${String(!isOff)} behind the path.`,
    asArgument(misplaced, 'dryRun'),
  );
}

function fixForIfMatch(misplaced: Misplaced): Fix | undefined {
  const { name, place } = misplaced;
  switch (place) {
    case 'draft':
    case 'draftInBatch': {
      const otherwise = `to record a new one, take ${name} out.`;
      return fix(
        `To change a recorded subscription, use PATCH /api/v1/subscriptions/{id}; ${otherwise}`,
        `To change a recorded subscription, use updateSubscription; ${otherwise}`,
      );
    }
    case 'creation':
      return alike(`To make a new record, take ${name} out: there is none yet that it could match.`);
    case 'batch':
      return fix(
        `Take ${name} out of the body and add it as "ifMatch" to the operations that need it.`,
        `Take ${name} out of the arguments and add it as "ifMatch" to the operations that need it.`,
      );
    case 'patchInBatch':
      return alike(`Take ${name} out of the patch and put it, as "ifMatch", beside "patch".`);
    case 'operation':
      return undefined;
    case 'patch':
    case 'query':
      return fix(`${takenOut(misplaced)} and send its value in the header If-Match.`, asArgument(misplaced, 'ifMatch'));
  }
}

const nouns: Readonly<Record<OptionPlace, string>> = {
  draft: 'body',
  creation: 'body',
  patch: 'body',
  query: 'query',
  batch: 'body',
  operation: 'operation',
  draftInBatch: 'operation',
  patchInBatch: 'operation',
};

function takenOut({ name, place }: Misplaced): string {
  return `Take ${name} out of the ${nouns[place]}`;
}

/** The fix for a call of a tool, where all write options are arguments. */
function asArgument(misplaced: Misplaced, argument: string): string {
  return nouns[misplaced.place] === 'operation'
    ? `${takenOut(misplaced)} and send it as the argument "${argument}", beside "operations".`
    : `Rename ${misplaced.name} to "${argument}".`;
}

function fix(suggestedFix: string, forTools: string): Fix {
  return { suggestedFix, forTools: { suggestedFix: forTools } };
}

function alike(suggestedFix: string): Fix {
  return fix(suggestedFix, suggestedFix);
}
