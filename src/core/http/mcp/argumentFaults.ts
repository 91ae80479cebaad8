import { nearestFieldOf, quotedName } from '../../fields/suggestions.ts';
import { ApiError } from '../errors/apiError.ts';
import type { AgentOperation } from '../openapi/document.ts';
import { argumentsOf, takesFile, type CallArguments } from './apiCall.ts';

/** The parts of a tool that the check of arguments needs. */
interface CheckedTool {
  readonly name: string;
  readonly operation: AgentOperation;
  /** The names of all its arguments. */
  readonly known: readonly string[];
}

/** The error for a call whose id is given under another name. */
export function explainMisnamedId({ operation, known }: CheckedTool, given: CallArguments): ApiError | undefined {
  const missing = argumentsOf(operation).find(({ name, in: place }) => place === 'path' && (given[name] ?? '') === '');
  if (missing === undefined) return undefined;
  const meant = Object.keys(given).find(
    (name) => !known.includes(name) && nearestFieldOf(name, [missing.name]) !== undefined,
  );
  return meant === undefined
    ? undefined
    : unknownArgument(operation, meant, `Rename ${quotedName(meant)} to "${missing.name}".`);
}

/**
 * The error for a call of a shortcut with an argument that is neither a parameter nor equal to a fixed field. The operation
 * would accept it and write a change that the user has not confirmed.
 */
export function explainSurplus(
  { name: tool, operation, known }: CheckedTool,
  fixedBody: CallArguments,
  given: CallArguments,
): ApiError | undefined {
  const isFixed = (name: string) => Object.hasOwn(fixedBody, name);
  const surplus = Object.entries(given).find(
    ([name, value]) => !known.includes(name) && !(isFixed(name) && fixedBody[name] === value),
  );
  if (surplus === undefined) return undefined;
  const [name] = surplus;
  const reason = isFixed(name) ? `sets it to ${JSON.stringify(fixedBody[name])}` : `takes only ${known.join(', ')}`;
  const meant = nearestFieldOf(name, known);
  const fix =
    meant === undefined
      ? `Remove ${quotedName(name)}: ${tool} ${reason}.`
      : `Rename ${quotedName(name)} to "${meant}".`;
  return unknownArgument(operation, name, fix);
}

/** The error for an argument that a tool for a file does not take: in the query, the API would name the other parameters only. */
export function explainUnknownBesideFile(
  { name: tool, operation, known }: CheckedTool,
  given: CallArguments,
): ApiError | undefined {
  const name = takesFile(operation) ? Object.keys(given).find((one) => !known.includes(one)) : undefined;
  if (name === undefined) return undefined;
  const meant = nearestFieldOf(name, known);
  const fix = meant === undefined ? `Remove ${quotedName(name)}` : `Rename ${quotedName(name)} to ${quotedName(meant)}`;
  return unknownArgument(operation, name, `${fix}: ${tool} takes only ${known.join(', ')}.`);
}

function unknownArgument(operation: AgentOperation, field: string, suggestedFix: string): ApiError {
  return new ApiError(codeOfUnknown(operation), {
    field,
    message: `The tool takes no argument ${quotedName(field)}.`,
    suggestedFix,
  });
}

/** The code with which the operation itself refuses an unknown field or parameter. */
function codeOfUnknown(operation: AgentOperation) {
  const { requestBody, errorCodes } = operation;
  if (requestBody === undefined || takesFile(operation)) return 'invalid_query';
  return errorCodes.includes('unknown_field') ? 'unknown_field' : 'invalid_subscription_field';
}
