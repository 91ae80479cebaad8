import { Type } from '@sinclair/typebox';
import { Instant } from '../../core/fields/fieldTypes.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { PaymentView } from '../payments/model.ts';
import { Details } from '../subscriptions/detailModel.ts';
import { SubscriptionFields } from '../subscriptions/model.ts';
import { exportMark } from './rules/exportFile.ts';

const closed = { additionalProperties: false };
const { id: _id, subscriptionId: _subscriptionId, ...ofPayment } = PaymentView.properties;

const ExportedSubscription = named(
  'ExportedSubscription',
  Type.Object(
    {
      ...SubscriptionFields.properties,
      details: named('ExportedDetails', Details),
      payments: Type.Array(named('ExportedPayment', Type.Object(ofPayment, closed)), {
        description: 'By their due dates.',
      }),
    },
    closed,
  ),
);

/** A JSON export. */
export const Export = named(
  'Export',
  Type.Object(
    {
      format: Type.String({ pattern: `^${exportMark.format}$` }),
      version: Type.Integer({ minimum: exportMark.version, maximum: exportMark.version }),
      exportedAt: Instant({ description: 'ISO 8601, UTC.' }),
      subscriptions: Type.Array(ExportedSubscription, { description: 'In the order of their creation.' }),
      requestId: Type.String(),
    },
    closed,
  ),
);
