import type { ErrorCode } from '../responses/errorCatalogue.ts';

/** What errors say about the ids of one kind of record. */
interface IdFacts {
  /** The code for such an id in a path that is not a UUID. */
  readonly code: ErrorCode;
  /** Where a client finds the id. */
  readonly fix: { readonly suggestedFix: string; readonly forTools: { readonly suggestedFix: string } };
}

// By the value of the mark `x-of` in the schema of an id.
const ids = new Map<unknown, IdFacts>([
  [
    'subscription',
    idOf(
      'invalid_subscription_id',
      'id from the list of subscriptions (GET /api/v1/subscriptions)',
      'id from listSubscriptions',
    ),
  ],
  [
    'auditEntry',
    idOf(
      'invalid_audit_entry_id',
      'id of the entry from the audit trail (GET /api/v1/audit)',
      'id of the entry from listAuditLog',
    ),
  ],
  [
    'apiKey',
    idOf(
      'invalid_id',
      'apiKeyId of an entry of the audit trail (GET /api/v1/audit)',
      'apiKeyId of an entry from listAuditLog',
    ),
  ],
  ['key', idOf('invalid_id', 'id from the list of keys (GET /api/v1/keys)', 'id from listKeys')],
  ['session', idOf('invalid_id', 'id from the list of your sessions (GET /api/v1/sessions)', 'id from listSessions')],
  ['user', idOf('invalid_id', 'id from the list of users (GET /api/v1/users)', 'id from listUsers')],
]);

/** The facts about an id: its code, and where clients and tools take it from. */
function idOf(code: ErrorCode, source: string, sourceForTools: string): IdFacts {
  const forTools = { suggestedFix: `Take the ${sourceForTools}.` };
  return { code, fix: { suggestedFix: `Take the ${source}.`, forTools } };
}

const sendUuid = 'Send a UUID such as 0198c5a4-7c1e-7d3a-9b55-3f6f1f0a2b4c.';
const anyId: IdFacts = {
  code: 'invalid_id',
  fix: { suggestedFix: sendUuid, forTools: { suggestedFix: sendUuid } },
};

/**
 * What errors say about the ids of a kind of record.
 *
 * @param of the value of the mark `x-of` in the schema of the id; a general answer for an unknown one
 */
export function idFactsOf(of: unknown): IdFacts {
  return ids.get(of) ?? anyId;
}
