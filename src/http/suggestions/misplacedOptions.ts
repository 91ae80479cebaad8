import type { ErrorDetails } from '../errors/apiError.ts';
import { addSynonyms, nearestFieldOf, quotedName } from './fields.ts';

addSynonyms({
  dryRun: ['dry', 'isdryrun', 'dryrunmode', 'simulate', 'preview', 'validate', 'test', 'rehearse', 'whatif'],
  ifMatch: ['match', 'etag', 'ifetag', 'version'],
  idempotencyKey: ['idempotency', 'idempotent', 'idempotencytoken', 'xidempotencykey', 'requestkey'],
});

/** The place of a misplaced write option. */
export type OptionPlace = 'creation' | 'patch' | 'query' | 'batch' | 'operation' | 'creationInBatch' | 'patchInBatch';

/** The operation that changes a record of the kind that a creation makes, over HTTP and as a tool. */
export interface ChangingOperation {
  /** What the record is called. */
  readonly record: string;
  readonly path: string;
  readonly tool: string;
}

interface Misplaced {
  /** The name as the client sent it, in quotes. */
  readonly name: string;
  readonly value: unknown;
  readonly place: OptionPlace;
  readonly changedWith?: ChangingOperation | undefined;
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
 * @param changedWith for a creation: how an existing record is changed instead
 * @returns undefined when the name means no write option
 */
export function fixForMisplacedOption(
  typed: string,
  value: unknown,
  place: OptionPlace,
  changedWith?: ChangingOperation,
): Fix | undefined {
  const misplaced = { name: quotedName(typed), value, place, changedWith };
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
  const { name, place, changedWith } = misplaced;
  switch (place) {
    case 'creation':
    case 'creationInBatch': {
      if (changedWith === undefined)
        return alike(`To make a new record, take ${name} out: there is none yet that it could match.`);
      const { record, path, tool } = changedWith;
      const otherwise = `to record a new one, take ${name} out.`;
      return fix(
        `To change a recorded ${record}, use ${path}; ${otherwise}`,
        `To change a recorded ${record}, use ${tool}; ${otherwise}`,
      );
    }
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
  creation: 'body',
  patch: 'body',
  query: 'query',
  batch: 'body',
  operation: 'operation',
  creationInBatch: 'operation',
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
