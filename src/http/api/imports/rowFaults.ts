import type { TObject } from '@sinclair/typebox';
import { importFields, type ImportFault, type ImportRow } from '../../../domain/imports/importTypes.ts';
import { paymentFields } from '../../../domain/payments/payment.ts';
import type { ApiError } from '../../errors/apiError.ts';
import { bodyFactsOf } from '../../validation/bodies.ts';
import { Amount, CalendarDay, Choice, fixFor, keepsRule, ruleOf, wordsOf } from '../../validation/fieldTypes.ts';
import { DetailsPatchBody } from '../details/schema.ts';
import { subscriptionBodies } from '../subscriptions/schema.ts';

const fieldsInOrder: readonly string[] = importFields;

/**
 * Finds the faults of the values of a record: those that its reader found, and those that a write of them would have, with the
 * currencies that may be written. In the order of the fields.
 */
export function faultFinder(currencies: readonly string[]): (row: ImportRow) => readonly ImportFault[] {
  const { draft: DraftBody } = subscriptionBodies({ allowed: currencies, kept: [] });
  const payment = paymentRules(currencies);
  return ({ draft, details = {}, payments = [], faults }) => {
    const known = new Set(faults.map(({ field }) => field));
    const found = [
      ...faults,
      ...faultsIn(DraftBody, draft, known),
      ...faultsIn(DetailsPatchBody, details, known),
      ...(known.has('payments') ? [] : faultsOfPayments(payment, payments)),
    ];
    return found.sort((one, other) => fieldsInOrder.indexOf(one.field) - fieldsInOrder.indexOf(other.field));
  };
}

/** A fault of a record, as an error of the API has it. */
export function faultOfError({ errorCode, message, details }: ApiError): ImportFault {
  const { field = '', suggestedFix = '', allowedValues } = details;
  return { code: errorCode, field, message, suggestedFix, ...(allowedValues !== undefined && { allowedValues }) };
}

function faultsIn(
  schema: TObject,
  sent: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly ImportFault[] {
  const { invalid, unknown } = bodyFactsOf(schema);
  const unwritable = Object.keys(sent).filter((name) => !Object.hasOwn(schema.properties, name));
  const faults = Object.entries(schema.properties).flatMap(([field, rule]): readonly ImportFault[] => {
    const isThere = Object.hasOwn(sent, field);
    const isMissing = !isThere && schema.required?.includes(field) === true;
    if (known.has(field) || !(isThere ? !keepsRule(rule, sent[field]) : isMissing)) return [];
    const message = isMissing ? `${field} is missing.` : `${field} must be ${ruleOf(rule)}.`;
    const words = wordsOf(rule);
    const allowed = words.length === 0 ? {} : { allowedValues: words };
    return [{ code: invalid, field, message, suggestedFix: fixFor(rule, sent[field]), ...allowed }];
  });
  return [
    ...unwritable.map((field) => ({
      code: unknown,
      field,
      message: `There is no field ${field}.`,
      suggestedFix: `Remove ${field}.`,
    })),
    ...faults,
  ];
}

function paymentRules(currencies: readonly string[]) {
  return {
    dueOn: CalendarDay(),
    paidOn: CalendarDay(),
    amount: Amount(),
    currency: Choice(currencies),
    source: Choice(paymentFields.source.words),
  };
}

function faultsOfPayments(rules: ReturnType<typeof paymentRules>, payments: readonly object[]): readonly ImportFault[] {
  for (const [index, one] of payments.entries()) {
    const values: Readonly<Record<string, unknown>> = { ...one };
    const wrong = Object.entries(rules).find(([field, rule]) => !keepsRule(rule, values[field]));
    if (wrong === undefined) continue;
    const [field, rule] = wrong;
    const message = `Payment ${index + 1}: ${field} must be ${ruleOf(rule)}.`;
    return [{ code: 'invalid_field', field: 'payments', message, suggestedFix: fixFor(rule, values[field]) }];
  }
  return [];
}
