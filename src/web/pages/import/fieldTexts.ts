import type { ImportField } from '../../../modules/imports/rules/importTypes.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { detailFields, mainLabels, mapDetails } from '../../subscriptions/detailFields.ts';

/** What a column can be read as, in the order of the choice, with its words. */
export const fieldTexts: Readonly<Record<ImportField, PlainMessageKey>> = {
  name: mainLabels.name,
  amount: mainLabels.amount,
  currency: mainLabels.currency,
  period: 'subscriptions.form.rhythm',
  customDate: 'imports.field.customDate',
  everyMonths: 'imports.field.everyMonths',
  lastPaymentDate: mainLabels.lastPaymentDate,
  nextPaymentDate: 'activity.field.nextPaymentDate',
  startDate: 'imports.field.startDate',
  category: mainLabels.category,
  status: mainLabels.status,
  notificationEnabled: mainLabels.notificationEnabled,
  ...mapDetails((name) => detailFields[name].label),
  anchorDay: 'activity.field.anchorDay',
};
