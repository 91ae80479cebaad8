import type { ExportPart } from '../../store/reports/exports.ts';
import { exportTag } from './exportTag.ts';
import { rowsOfComputedRow, type ReadKind } from './walks.ts';

/** A part of an export. */
export interface ExportedRead extends ExportPart {
  readonly kind: 'exported';
}

/** A part of an export: its records, the ETag of the export, and where the next part begins. */
export const exported: ReadKind<ExportedRead> = {
  find({ exports }, ownerId, { style, after }) {
    const { text, next, revision } = exports.part(ownerId, { style, after });
    return { membersJson: text, entityTag: exportTag(ownerId, style, revision), next };
  },

  /** It reads all subscriptions and their payments, or a part of them. */
  walk: (_, { subscriptions, payments }) => subscriptions() * rowsOfComputedRow + payments(),
};
