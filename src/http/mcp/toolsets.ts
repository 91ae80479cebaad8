import { nearest } from '../../domain/text/nearest.ts';
import { defaultToolsets, toolsets, type Toolset } from '../openapi/toolsets.ts';
import { targetOf } from '../pipeline/requestTarget.ts';
import { ApiError } from '../errors/apiError.ts';
import { quotedName } from '../suggestions/fields.ts';

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
