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
    {
      code: 'invalid_subscription_id',
      fix: {
        suggestedFix: 'Take the id from the list of subscriptions (GET /api/v1/subscriptions).',
        forTools: { suggestedFix: 'Take the id from listSubscriptions.' },
      },
    },
  ],
  [
    'auditEntry',
    {
      code: 'invalid_audit_entry_id',
      fix: {
        suggestedFix: 'Take the id of the entry from the audit trail (GET /api/v1/audit).',
        forTools: { suggestedFix: 'Take the id of the entry from listAuditLog.' },
      },
    },
  ],
  [
    'apiKey',
    {
      code: 'invalid_id',
      fix: {
        suggestedFix: 'Take the apiKeyId of an entry of the audit trail (GET /api/v1/audit).',
        forTools: { suggestedFix: 'Take the apiKeyId of an entry from listAuditLog.' },
      },
    },
  ],
  [
    'key',
    {
      code: 'invalid_id',
      fix: {
        suggestedFix: 'Take the id from the list of keys (GET /api/v1/keys).',
        forTools: { suggestedFix: 'Take the id from listKeys.' },
      },
    },
  ],
  [
    'user',
    {
      code: 'invalid_id',
      fix: {
        suggestedFix: 'Take the id from the list of users (GET /api/v1/users).',
        forTools: { suggestedFix: 'Take the id from listUsers.' },
      },
    },
  ],
]);

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
