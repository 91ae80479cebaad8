import { quotedName } from '../suggestions/fields.ts';
import { ApiError } from '../responses/errors.ts';
import type { AgentOperation } from '../openapi/document.ts';
import { keepsRule } from '../validation/fieldTypes.ts';
import { SubscriptionPath } from '../api/subscriptions/schema.ts';
import { fixForMisplacedOption, meansOption } from '../suggestions/misplacedOptions.ts';
import { argumentsOf, type CallArguments } from './apiCall.ts';

/** A tool, as far as the arguments of a call are held against it. */
interface Taker {
  readonly name: string;
  readonly operation: AgentOperation;
  /** The names of all arguments that it takes. */
  readonly known: readonly string[];
}

const uuid = SubscriptionPath.properties.id;

/** Why a call cannot become a request: the id that belongs into its path stands under another name. */
export function explainMisnamedId({ operation, known }: Taker, given: CallArguments): ApiError | undefined {
  const missing = argumentsOf(operation).find(({ name, in: place }) => place === 'path' && (given[name] ?? '') === '');
  if (missing === undefined) return undefined;
  const unknown = Object.entries(given).filter(([name]) => !known.includes(name) && !meansOption(name));
  const [meant] =
    unknown.find(([, value]) => keepsRule(uuid, value)) ?? unknown.find(([name]) => /id$/i.test(name)) ?? [];
  return meant === undefined
    ? undefined
    : unknownArgument(operation, meant, `Rename ${quotedName(meant)} to "${missing.name}".`);
}

/**
 * Why a call of a shortcut is refused: it has an argument beside the parameters that is not what the shortcut gives
 * anyway. The operation would take it, and write what nobody who calls the shortcut has confirmed.
 */
export function explainSurplus(
  { name: tool, operation, known }: Taker,
  fixedBody: CallArguments,
  given: CallArguments,
): ApiError | undefined {
  const isFixed = (name: string) => Object.hasOwn(fixedBody, name);
  const surplus = Object.entries(given).find(
    ([name, value]) => !known.includes(name) && !(isFixed(name) && fixedBody[name] === value),
  );
  if (surplus === undefined) return undefined;
  const [name, value] = surplus;
  const reason = isFixed(name) ? `sets it to ${JSON.stringify(fixedBody[name])}` : `takes only ${known.join(', ')}`;
  const removal = `Remove ${quotedName(name)}: ${tool} ${reason}.`;
  return unknownArgument(
    operation,
    name,
    fixForMisplacedOption(name, value, 'patch')?.forTools.suggestedFix ?? removal,
  );
}

function unknownArgument({ requestBody }: AgentOperation, field: string, suggestedFix: string): ApiError {
  return new ApiError(requestBody === undefined ? 'invalid_query' : 'invalid_subscription_field', {
    field,
    message: `The tool takes no argument ${quotedName(field)}.`,
    suggestedFix,
  });
}
