import type { ImportedPayment, ImportOptions, ImportReading } from './importTypes.ts';

interface Sent extends Readonly<Record<string, unknown>> {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly payments?: readonly ImportedPayment[];
}

const ignored = new Set(['id', 'nextPaymentDate', 'createdAt', 'updatedAt']);

/** The records of a file in the format of Duebook. */
export function readImport(bytes: Uint8Array, _options: ImportOptions): ImportReading {
  try {
    const { subscriptions } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly subscriptions: readonly Sent[] };
    const rows = subscriptions.map(({ details, payments, ...sent }, index) => ({
      row: index + 1,
      name: typeof sent['name'] === 'string' ? sent['name'].slice(0, 120) : '',
      draft: Object.fromEntries(Object.entries(sent).filter(([name]) => !ignored.has(name))),
      ...(details !== undefined && { details }),
      ...(payments !== undefined && { payments }),
      faults: [],
      notes: [],
    }));
    return { format: 'duebook', rows };
  } catch {
    const said = { message: 'The file could not be read.', suggestedFix: 'Send a file of Duebook.' };
    return { unreadable: { code: 'unreadable_import', field: 'file', ...said } };
  }
}
