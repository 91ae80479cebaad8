import type { AuditAction } from '../../../core/audit/auditEntry.ts';

/** The changes by imports that webhooks can get: one each, and none for its subscriptions, which may be thousands. */
export const importEvents = ['subscriptions.imported', 'subscriptions.import_reverted'] as const;

/** What a webhook gets of an import or its undo: the id of the import, and the counts that its audit entry records. */
interface ImportChange {
  readonly event: (typeof importEvents)[number];
  readonly data: { readonly import: { readonly id: string } & Readonly<Record<string, unknown>> };
}

/** The change that an audit entry of an import records. */
export function changeOfImport(action: AuditAction, metadata: string, id: string): ImportChange {
  const counts = JSON.parse(metadata) as Readonly<Record<string, unknown>>;
  const event = action === 'import.run' ? 'subscriptions.imported' : 'subscriptions.import_reverted';
  return { event, data: { import: { id, ...counts } } };
}
