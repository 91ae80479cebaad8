import { operationWith } from '../generator/api.ts';
import { wrongNames, wrongValues } from '../generator/values.ts';
import type { Given } from './agentCalls.ts';
import {
  inOperation,
  lacking,
  moved,
  renamed,
  rights,
  set,
  type FaultyCall,
  type Row,
  type Targets,
  type ToolOfTable,
  type Wrong,
} from './faultyCalls.ts';

const inventedId = '00000000-0000-4000-8000-000000000000';
const fieldTools = ['createSubscription', 'updateSubscription', 'updateDetails', 'renewSubscription'] as const;
const recordTools = [
  'updateSubscription',
  'updateDetails',
  'renewSubscription',
  'cancelSubscription',
  'deleteSubscription',
  'revertAuditEntry',
] as const;

/** The codes of an unknown name and of a wrong value of a field. */
function codesOf(tool: ToolOfTable): { readonly name: FaultyCall['code']; readonly value: string } {
  if (/^(create|update|cancel)Subscription$/.test(tool))
    return { name: 'invalid_subscription_field', value: 'invalid_subscription' };
  const hasFields = tool === 'updateDetails' || tool === 'renewSubscription';
  return {
    name: hasFields ? 'unknown_field' : { REST: 'unexpected_body', MCP: 'invalid_query' },
    value: 'invalid_field',
  };
}

const targetsForNames: Targets = {
  id: '',
  etag: '',
  detailsEtag: '',
  staleEtag: '',
  otherId: '',
  entryId: '',
  key: '',
  spentKey: '',
};
const schemas = new Map(fieldTools.flatMap((tool) => Object.entries(operationWith(tool).body?.properties ?? {})));

/** Every field under each wrong name, and with each wrong value, of which we know. */
const fieldRows = fieldTools.flatMap((tool) =>
  Object.entries(rights[tool](targetsForNames)).flatMap(([field, value]): readonly Row[] => {
    const schema = schemas.get(field);
    // A tool takes null for nothing.
    const values = schema === undefined ? [] : wrongValues(schema, value).filter((one) => one !== null);
    const names = schema === undefined ? [] : wrongNames(field);
    const { name, value: ofValue } = codesOf(tool);
    return [
      ...names.map((other): Row => [tool, `${other} for ${field}`, renamed(field, other), name]),
      ...values.map((one): Row => [tool, `${field}: ${JSON.stringify(one)}`, set({ [field]: one }), ofValue]),
    ];
  }),
);

const idRows = [...recordTools, 'getSubscription' as const].flatMap((tool): readonly Row[] => {
  const [kind, names] =
    tool === 'revertAuditEntry' ? ['audit_entry', ['entryId', 'audit_id']] : ['subscription', ['subscriptionId', 'Id']];
  const { name: code } = codesOf(tool);
  return [
    ...['42', 'netflix'].map((id): Row => [tool, `the id ${id}`, set({ id }), `invalid_${kind}_id`]),
    [tool, 'an empty id', set({ id: '' }), `invalid_${kind}_id`, { only: 'MCP' }],
    [tool, 'an invented id', set({ id: inventedId }), `${kind}_not_found`],
    ...names.map((name): Row => [tool, `${name} for id`, renamed('id', name), code, { only: 'MCP' }]),
  ];
});

const optionNames = {
  dryRun: { place: ['query', 'dryRun'], empty: 'invalid_query', misspelt: ['dry_run', 'dryrun', 'DryRun', 'dry-run'] },
  ifMatch: {
    place: ['header', 'If-Match'],
    empty: 'invalid_if_match',
    misspelt: ['if_match', 'If-Match', 'ifmatch', 'IfMatch'],
  },
  idempotencyKey: {
    place: ['header', 'Idempotency-Key'],
    empty: 'invalid_idempotency_key',
    misspelt: ['idempotency_key', 'Idempotency-Key', 'idempotencykey', 'IdempotencyKey'],
  },
} as const;

/** Every option of a write empty, misspelt, and in the query or body instead of its place. */
const optionRows = [...recordTools, 'createSubscription' as const, 'batchSubscriptions' as const].flatMap((tool) =>
  Object.entries(optionNames).flatMap(([option, { place, empty, misspelt }]): readonly Row[] => {
    if (option === 'ifMatch' && /^(create|batch)/.test(tool)) return [];
    const more: Partial<FaultyCall> = {
      right: (targets) => ({ ...rights[tool](targets), ...(option === 'dryRun' && { dryRun: true }) }),
    };
    const [from, name] = place;
    const { name: code } = tool === 'batchSubscriptions' ? { name: 'invalid_batch' } : codesOf(tool);
    const into = (to: string, as: string, ofPlace: FaultyCall['code']): Row => [
      tool,
      `${as} in the ${to}`,
      set({}),
      ofPlace,
      { ...more, only: 'REST', wrongParts: moved(from, name, to, as) },
    ];
    return [
      [tool, `an empty ${option}`, set({ [option]: '' }), empty, { ...more, isOtherwise: option === 'idempotencyKey' }],
      ...misspelt.map((other): Row => [tool, `${other} for ${option}`, renamed(option, other), code, more]),
      into('body', option, code),
      ...(option === 'dryRun' ? ['dry_run'] : [option, name]).map((as) => into('query', as, 'invalid_query')),
    ];
  }),
);

const required = ['name', 'category', 'amount', 'currency', 'period', 'customDate', 'lastPaymentDate'];
const cancelled = { name: 'Meddled', amount: 0.07, period: 'yearly', notes: 'x', status: 'active' };

const noField: Wrong = ({ id, idempotencyKey, ifMatch }) => ({ id, idempotencyKey, ifMatch });

const otherRows: readonly Row[] = [
  ...required.map((name): Row => ['createSubscription', `no ${name}`, lacking(name), 'invalid_subscription']),
  ...fieldTools.flatMap((tool) =>
    ['nextPaymentDate', 'createdAt', 'color'].map((name): Row => [
      tool,
      `the field ${name}`,
      set({ [name]: 'x' }),
      codesOf(tool).name,
    ]),
  ),
  ...Object.entries(cancelled).map(([name, value]): Row => [
    'cancelSubscription',
    `${name}: ${value}`,
    set({ [name]: value }),
    'invalid_subscription_field',
    { only: 'MCP' },
  ]),
  ['updateSubscription', 'no field', noField, 'empty_patch'],
  ['updateDetails', 'no field', noField, 'empty_patch'],
  ...recordTools.flatMap((tool): readonly Row[] => [
    [tool, 'a stale version', (right, { staleEtag }) => ({ ...right, ifMatch: staleEtag }), 'precondition_failed'],
    [
      tool,
      'a key of another call',
      (right, { spentKey }) => ({ ...right, idempotencyKey: spentKey }),
      'idempotency_key_reused',
      { isOtherwise: true },
    ],
  ]),
  ['listSubscriptions', 'limit: 5.0', set({ limit: '5.0' }), 'invalid_pagination'],
  ['listSubscriptions', 'offset: -1', set({ offset: -1 }), 'invalid_pagination'],
  ['listSubscriptions', 'a page', set({ page: 1 }), 'invalid_query'],
  ['listSubscriptions', 'status: canceled', set({ status: 'canceled' }), 'invalid_query'],
  ['listSubscriptions', 'sort: price', set({ sort: 'price' }), 'invalid_query'],
  ['listSubscriptions', 'sortBy for sort', renamed('sort', 'sortBy'), 'invalid_query'],
  ['listUpcomingPayments', 'limit: 5.0', set({ limit: '5.0' }), 'invalid_pagination'],
  ['getSpendSummary', 'horizonDays: 400', set({ horizonDays: 400 }), 'invalid_query'],
  ['getSpendSummary', 'horizonDays: 3e1', set({ horizonDays: '3e1' }), 'invalid_query'],
];

const [creation, change, renewal] = [0, 1, 2];
const batchFaults: readonly (readonly [fault: string, code: FaultyCall['code'], wrong: Wrong])[] = [
  [
    'price in a creation',
    'invalid_subscription_field',
    inOperation(creation, renamed('amount', 'price'), 'subscription'),
  ],
  ['no category in a creation', 'invalid_subscription', inOperation(creation, lacking('category'), 'subscription')],
  ['a period that is none', 'invalid_subscription', inOperation(creation, set({ period: 'Custom' }), 'subscription')],
  ['nothing but cost in a change', 'empty_patch', inOperation(change, renamed('amount', 'cost'), 'patch')],
  ['an amount as a text', 'invalid_subscription', inOperation(change, set({ amount: '12.5' }), 'patch')],
  ['an invented id', 'subscription_not_found', inOperation(change, set({ id: inventedId }))],
  ['subscriptionId for id', 'invalid_batch', inOperation(change, renamed('id', 'subscriptionId'))],
  ['dueDate for dueOn', 'invalid_batch', inOperation(renewal, renamed('dueOn', 'dueDate'))],
  [
    'a stale version',
    'precondition_failed',
    inOperation(change, (one, { staleEtag }) => ({ ...one, ifMatch: staleEtag })),
  ],
  ['an empty ifMatch', 'invalid_batch', inOperation(change, set({ ifMatch: '' }))],
  ['if_match for ifMatch', 'invalid_batch', inOperation(change, renamed('ifMatch', 'if_match'))],
  ['If-Match for ifMatch', 'invalid_batch', inOperation(change, renamed('ifMatch', 'If-Match'))],
  [
    'ifMatch in the patch',
    'invalid_subscription_field',
    inOperation(change, ({ ifMatch, patch, ...one }) => ({ ...one, patch: { ...(patch as Given), ifMatch } })),
  ],
  [
    'ifMatch beside the operations',
    { REST: 'unexpected_if_match', MCP: 'invalid_batch' },
    (right, targets) => ({ ...inOperation(change, lacking('ifMatch'))(right, targets), ifMatch: targets.etag }),
  ],
  [
    'idempotency_key in an operation',
    'invalid_batch',
    ({ idempotencyKey, ...right }, targets) =>
      inOperation(renewal, set({ idempotency_key: idempotencyKey }))(right, targets),
  ],
];
const batchRows = batchFaults.map(([fault, code, wrong]): Row => ['batchSubscriptions', fault, wrong, code]);

const due = { lastPaymentDate: '2026-05-10' };
const soon = { lastPaymentDate: '2026-06-17' };
const today = '2026-06-16';

/** A record, a payment that cannot be recorded, its code, and what the agent means. */
const payments: readonly (readonly [record: Given, wrong: Given, code: string, right: Given])[] = [
  [{ lastPaymentDate: '2026-05-17' }, {}, 'not_due', {}],
  [due, { dueOn: '2026-07-10' }, 'renewal_conflict', {}],
  [due, { paidOn: '2026-06-18' }, 'invalid_field', { paidOn: today }],
  [due, { paidOn: '2026-05-10' }, 'invalid_field', { paidOn: '2026-06-11' }],
  [soon, { dueOn: '2026-07-17', paidOn: today }, 'invalid_field', {}],
  [soon, { dueOn: '2026-07-17', reschedule: true }, 'invalid_field', {}],
  [soon, { dueOn: '2026-07-17', paidOn: today, reschedule: true }, 'invalid_field', {}],
  [due, { reschedule: 'yes' }, 'invalid_field', { reschedule: true }],
  [due, { paid: today }, 'unknown_field', { paidOn: today }],
];

/** Every fault that we know, in every tool that it fits. */
export const faultTable: readonly FaultyCall[] = [
  ...[...fieldRows, ...idRows, ...optionRows, ...otherRows, ...batchRows].map(
    ([tool, fault, wrong, code, more]): FaultyCall => ({
      tool,
      fault,
      code,
      right: rights[tool],
      ...(more?.wrongParts === undefined && { wrong }),
      ...more,
    }),
  ),
  ...payments.map(([record, wrong, code, right]): FaultyCall => ({
    tool: 'renewSubscription',
    fault: `${JSON.stringify(wrong)} after ${String(record['lastPaymentDate'])}`,
    code,
    record,
    right: ({ id }) => ({ id, ...right }),
    wrong: ({ id }) => ({ id, ...wrong }),
    isOtherwise: Object.keys(right).length === 0,
  })),
];
