import { parseEntityTags } from '../../domain/entityTag.ts';
import type { WriteTerms } from '../../domain/writes.ts';

interface TermsContext {
  readonly request: Request;
}

const noTerms: { readonly terms: WriteTerms } = { terms: {} };

/** A stage that reads from the headers on which terms a write is to be made. */
export function readWriteTerms({ request }: TermsContext): { readonly terms: WriteTerms } {
  const ifMatch = request.headers.get('if-match');
  if (ifMatch === null) return noTerms;
  return { terms: { ifMatch: parseEntityTags(ifMatch) } };
}

/** The terms of a write, and whether its query makes it a dry run. */
export function withDryRun(terms: WriteTerms, { dryRun }: { readonly dryRun?: 'true' | 'false' }): WriteTerms {
  return dryRun === 'true' ? { ...terms, dryRun: true } : terms;
}
