import { contentTagOf } from '../../core/writer/entityTags.ts';
import type { ExportStyle } from './rules/exportFile.ts';
import { version } from '../../core/runtime/ownCommand.ts';

/**
 * The weak ETag of an export. It is known without the export, and does not depend on when the export is made.
 *
 * @param revision that of the owner: each write raises it, except deliveries
 */
export function exportTag(ownerId: number, { format, isSafe }: ExportStyle, revision: number): string {
  return `W/${contentTagOf([version, ownerId, format, isSafe, revision].join(' '))}`;
}
