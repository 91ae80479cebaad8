import type { Shown } from '../../../src/web/pages/activity/address.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Schemas } from '../../../src/web/api/answers.ts';
import type { DetailsPatch, Patch, Payable, Status, Subscription } from '../../../src/web/subscriptions/fields.ts';

type Missed = Pick<Subscription, 'id' | 'name' | 'amount' | 'currency'> & {
  readonly payments: number;
  readonly paid: { readonly lastPaymentDate: string; readonly anchorDay: number | null };
};
type Operation = Schemas['Batch']['operations'][number];
type Update = { readonly id: string; readonly patch?: Patch; readonly details?: DetailsPatch };

/** Data of the service that a component shows. */
type Resource<Data> = {
  readonly [Part in 'data' | 'error' | 'isLoading']: ReadonlySignal<
    { data: Data | undefined; error: unknown; isLoading: boolean }[Part]
  >;
};

type UseResource = <Data>(read: (abort: AbortSignal) => Promise<Data>, inputs?: readonly unknown[]) => Resource<Data>;
type Load<Result, Input extends readonly unknown[] = []> = (
  ...input: [...Input, abort: AbortSignal]
) => Promise<Result>;
type Act<Input extends readonly unknown[] = []> = (...input: Input) => Promise<void>;
/** Changes several subscriptions. */
type Bulk<Input extends readonly unknown[] = []> = Act<[records: readonly Subscription[], ...input: Input]>;
type Signals<Values> = { readonly [Name in keyof Values]: Signal<Values[Name]> };
type ReadonlySignals<Values> = { readonly [Name in keyof Values]: ReadonlySignal<Values[Name]> };

/** The signals of the page that tests use. */
type PageSignals = Signals<{
  token: string | null;
  isSessionEnded: boolean;
  languageChoice: 'browser' | 'en' | 'de';
}> &
  ReadonlySignals<{
    session: Schemas['Session'] | null | undefined;
    wasSignedOut: boolean;
    today: string;
    mayWrite: boolean;
    mayManage: boolean;
    connection: { readonly isLost: boolean; readonly retryAt: number };
    changes: number;
    offeredCode: string | undefined;
    shownToast: { readonly text: string; readonly undo?: (() => Promise<unknown>) | undefined } | undefined;
  }>;

/** The functions and signals of the page that tests use, without the types of a browser. */
export interface PageCode extends PageSignals {
  readonly signIn: Act<
    [{ readonly user: string; readonly password: string } | { readonly code: string } | { readonly apiKey: string }]
  >;
  readonly signOut: Act;
  readonly refreshSession: Act;
  readonly setPassword: Act<[Schemas['NewPassword']]>;
  readonly start: Act;
  readonly followLanguage: Act;
  readonly loadLateTexts: Act;
  readonly followRevision: () => void;
  readonly followOtherTabs: () => void;
  readonly reloadOnce: () => boolean;
  readonly reloadAll: () => void;
  readonly noteFirstData: () => void;

  readonly loadAll: Load<readonly Subscription[]>;
  readonly loadVersion: (id: string) => Promise<{ readonly record: Subscription; readonly etag: string }>;
  readonly loadHistory: Load<
    {
      readonly record: Subscription;
      readonly upcoming: readonly string[];
      readonly payments: readonly Schemas['Payment'][];
      readonly spent: { readonly year: Schemas['Spent']; readonly all: Schemas['Spent'] };
    } | null,
    [id: string, today: string]
  >;
  readonly preview: Load<
    { readonly record: Subscription; readonly duplicateIds: readonly string[] },
    [operation: Operation]
  >;
  readonly loadActivity: Load<
    { readonly entries: readonly Schemas['ActivityEntry'][]; readonly hasMore: boolean },
    [shown: Shown, count: number]
  >;
  readonly loadMonth: Load<
    {
      readonly paid: readonly Schemas['Payment'][];
      readonly due: readonly Schemas['UpcomingPaymentsAnswer'][];
      readonly deadlines: readonly Schemas['Deadline'][];
    },
    [month: string, today: string]
  >;
  readonly loadReminders: Load<
    {
      readonly planned: readonly Schemas['PlannedReminder'][];
      readonly isPlanCut: boolean;
      readonly deliveries: readonly Schemas['Delivery'][];
      readonly rules: readonly Schemas['Reminder'][];
      readonly channels: readonly Schemas['Channel'][];
    },
    [maySeeChannels: boolean]
  >;
  readonly loadDue: Load<Schemas['UpcomingPaymentsAnswer']>;
  readonly loadPriceChanges: Load<readonly Schemas['PriceChange'][]>;

  readonly change: (
    operations: readonly Operation[],
    key?: string,
  ) => Promise<{ readonly results: readonly unknown[]; readonly requestId: string }>;
  readonly update: (operation: Update & { readonly action: 'update' }, etag: string) => Promise<string>;
  readonly payableOf: (record: Subscription, today: string) => Payable;
  readonly recordPayment: (
    payable: Payable,
    otherwise?: Pick<Schemas['Renewal'], 'paidOn' | 'amount' | 'payments'>,
  ) => Promise<unknown>;
  readonly correctPayment: Act<[payment: Schemas['Payment'], name: string, patch: Schemas['PaymentPatch']]>;
  readonly removePayment: Act<[payment: Schemas['Payment'], name: string]>;
  readonly endOn: Act<[version: { readonly record: Subscription; readonly etag: string }, endsOn: string]>;
  readonly keep: (id: string, kind: Schemas['Deadline']['kind']) => Promise<unknown>;
  readonly loadMissed: () => Promise<readonly Missed[]>;
  readonly setAutoRenew: Act<[isOn: boolean, skipped?: readonly Missed[]]>;
  readonly loadDeadlines: Load<readonly Schemas['Deadline'][], [days: number]>;
  readonly setStatus: Bulk<[Status]>;
  readonly deleteSoon: (
    records: readonly { readonly id: string; readonly name: string }[],
    closed: AbortSignal,
  ) => Promise<boolean>;
  readonly endToasts: () => Promise<void>;
  readonly undoRequests: Act<[requestIds: readonly string[]]>;
  readonly setCategory: Bulk<[category: string]>;
  readonly setPaymentMethod: Bulk<[method: string | null]>;
  readonly changeTags: Bulk<[tagChange: { readonly added: readonly string[]; readonly removed: readonly string[] }]>;
  readonly recordPayments: Bulk;
  readonly showToast: (text: string, undo?: () => Promise<unknown>) => void;
  readonly undoNewest: () => void;

  readonly useResource: UseResource;
  readonly useLaterResource: UseResource;
  readonly useUsers: () => Resource<readonly Schemas['User'][]>;
  readonly useEntries: () => Resource<readonly Schemas['KeyEntry'][]>;
  /** Runs hooks in a component that shows nothing, and returns what they gave at first. */
  readonly runHooks: <Value>(useHooks: () => Value) => Value;
  readonly signal: <Value>(value: Value) => Signal<Value>;
  /** Puts an answer there as the script does that asks before the page is loaded. */
  readonly answerEarly: (url: string, asker: string, response: Response) => void;
  /** The status of a request that the service refused. */
  readonly statusOf: (error: unknown) => number | undefined;
  readonly messageOf: (error: unknown) => string;
  readonly faultOf: (error: unknown, field: string) => string | undefined;
}
