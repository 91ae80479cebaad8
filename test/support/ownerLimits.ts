import type { OwnerLimits } from '../../src/core/writer/roomForOwners.ts';
import { validDraft, type Service } from './service.ts';

const tables = { subscriptions: 'subscriptions', payments: 'payments', auditEntries: 'audit_entries' } as const;

/** How many of something the owner `first` has in the database. */
export function countOf({ database }: Service, of: keyof OwnerLimits): number {
  const text = `SELECT count(*) AS count FROM ${tables[of]} WHERE owner_id = (SELECT id FROM owners WHERE name = 'first')`;
  return database.query<{ count: number }, []>(text).get()?.count ?? -1;
}

/** An operation of a batch that creates a subscription. */
export const creation = (name: string) => ({ action: 'create', subscription: { ...validDraft, name } });
/** The status of an answer, and the code of its error. */
export const codeOf = ({
  status,
  json,
}: {
  readonly status: number;
  readonly json: { readonly error?: { code: string } };
}) => `${status} ${json.error?.code ?? ''}`.trim();
