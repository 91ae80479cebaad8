import { Type } from '@sinclair/typebox';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';
import { exampleSubscription } from '../../subscriptions/model.ts';
import { importReport } from './report.ts';
import { fixOfChanged } from '../errors.ts';
import { importRecords } from '../model.ts';

/** What the document says of imports. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Import', description: 'Subscriptions from files of other programs, and how to undo that.' }],
  errorMembers: { import: Type.Optional(importReport) },
  errorExamples: {
    unreadable_import: {
      field: 'file',
      suggestedFix: 'Send a file that Duebook, Wallos, SubTrackr or Subscription Manager has exported, or a CSV file.',
    },
    import_refused: {
      suggestedFix:
        'Correct the records whose outcome is failed in import.results, or leave them out with onError=skip.',
    },
    import_changed: {
      suggestedFix: fixOfChanged,
      changed: [{ id: exampleSubscription.id, name: exampleSubscription.name }],
    },
    already_reverted: { suggestedFix: 'It was reverted at 2026-06-16T13:00:00.000Z: nothing is left to do.' },
    ...importRecords.errorExample,
  },
});

export { importRoutes as routes } from './imports.ts';
