interface Created {
  readonly name: string;
  readonly status: string;
  readonly nextPaymentDate: string;
}

/** The answer to a creation, or to a batch with creations. */
interface Answer {
  readonly data?: unknown;
  readonly results?: unknown;
}

const namesMax = 5;

/** The hint for what was created, or would be, with a next payment in the past; undefined when there is none. */
export function hintOfOverdue({ data, results }: Answer, today: string): string | undefined {
  const records = results === undefined ? [data] : createdBy(results);
  const overdue = (records as readonly (Created | undefined)[]).flatMap((record) =>
    record?.status === 'active' && record.nextPaymentDate < today ? [record] : [],
  );
  if (overdue.length === 0) return undefined;
  // Names are data: quoted, so that none reads like a part of the hint.
  const named = overdue
    .slice(0, namesMax)
    .map((one) => `${JSON.stringify(one.name)} was due on ${one.nextPaymentDate}`);
  const others = overdue.length > namesMax ? ` and ${overdue.length - namesMax} more` : '';
  return `The next payment is in the past: ${named.join(', ')}${others}. Ask the user whether it was made; if so, record it with renewSubscription. Else lastPaymentDate may be wrong.`;
}

function createdBy(results: unknown): readonly unknown[] {
  return (results as readonly { readonly action: string; readonly data?: unknown }[]).flatMap((result) =>
    result.action === 'create' ? [result.data] : [],
  );
}
