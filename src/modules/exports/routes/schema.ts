import { Type } from '@sinclair/typebox';
import { exportFormats, exportMark } from '../rules/exportFile.ts';
import { Details } from '../../subscriptions/detailModel.ts';
import { SubscriptionFields } from '../../subscriptions/model.ts';
import { exactly, instant, requestId } from '../../../core/http/openapi/components.ts';
import { Choice, QueryFlag } from '../../../core/fields/fieldTypes.ts';
import { named } from '../../../core/fields/schemaMarks.ts';
import { PaymentView } from '../../payments/model.ts';

/** The query of an export. */
export const ExportQuery = Type.Object(
  {
    format: named(
      'ExportFormat',
      Choice(exportFormats, { default: 'json', description: 'The format: json, or csv for spreadsheets.' }),
    ),
    safe: Type.Optional(
      QueryFlag({
        description:
          'With true, an apostrophe stands before each text of a CSV file that a spreadsheet could take for a formula.',
      }),
    ),
  },
  { additionalProperties: false },
);

const { id: _id, subscriptionId: _subscriptionId, ...ofPayment } = PaymentView.properties;

const exportedDetails = named('ExportedDetails', Details);

const exportedSubscription = named(
  'ExportedSubscription',
  Type.Object(
    {
      ...SubscriptionFields.properties,
      details: exportedDetails,
      payments: Type.Array(named('ExportedPayment', exactly(ofPayment)), { description: 'By their due dates.' }),
    },
    { additionalProperties: false },
  ),
);

/** A JSON export. */
export const exported = named(
  'Export',
  exactly({
    format: Type.String({ pattern: `^${exportMark.format}$` }),
    version: Type.Integer({ minimum: exportMark.version, maximum: exportMark.version }),
    exportedAt: instant,
    subscriptions: Type.Array(exportedSubscription, { description: 'In the order of their creation.' }),
    requestId,
  }),
);
