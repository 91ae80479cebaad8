import type { ReadonlySignal, Signal } from '@preact/signals';
import type { components } from '../../../src/web/api/apiTypes.d.ts';
import type { BillingPeriod } from '../../../src/web/format/intervals.ts';
import type { Entry as ActivityEntry } from '../../../src/web/pages/activity/entries.ts';
import type { DetailsPatch, Patch, Status, Subscription } from '../../../src/web/subscriptions/fields.ts';

type Schemas = components['schemas'];
type Session = Schemas['Session'];
type Operation = Schemas['Batch']['operations'][number];
type UpcomingPayments = Schemas['UpcomingPaymentsAnswer'];

/** Data of the service that a component shows. */
interface Resource<Data> {
  readonly data: ReadonlySignal<Data | undefined>;
  readonly error: ReadonlySignal<unknown>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly reload: () => void;
}

type UseResource = <Data>(read: (abort: AbortSignal) => Promise<Data>, inputs?: readonly unknown[]) => Resource<Data>;

interface Version {
  readonly record: Subscription;
  readonly etag: string;
}

/** The functions and signals of the page that tests use, without the types of a browser. */
export interface PageCode {
  readonly token: Signal<string | null>;
  readonly isSessionEnded: Signal<boolean>;
  readonly session: ReadonlySignal<Session | null | undefined>;
  readonly today: ReadonlySignal<string>;
  readonly mayWrite: ReadonlySignal<boolean>;
  readonly mayManage: ReadonlySignal<boolean>;
  readonly connection: ReadonlySignal<{ readonly isLost: boolean; readonly retryAt: number }>;
  readonly changes: ReadonlySignal<number>;
  readonly offeredCode: ReadonlySignal<string | undefined>;
  readonly shownToast: ReadonlySignal<
    { readonly text: string; readonly undo?: (() => Promise<unknown>) | undefined } | undefined
  >;

  readonly signIn: (
    credential:
      { readonly user: string; readonly password: string } | { readonly code: string } | { readonly apiKey: string },
  ) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly refreshSession: () => Promise<void>;
  readonly setPassword: (passwords: Schemas['NewPassword']) => Promise<void>;
  readonly isFreshFromCode: () => boolean;
  readonly start: () => Promise<void>;
  readonly noteFirstData: () => void;
  readonly followRevision: () => void;
  readonly followOtherTabs: () => void;
  readonly reloadOnce: () => boolean;

  readonly loadAll: (signal: AbortSignal) => Promise<readonly Subscription[]>;
  readonly loadVersion: (id: string, signal?: AbortSignal) => Promise<Version>;
  readonly loadHistory: (
    id: string,
    today: string,
    signal: AbortSignal,
  ) => Promise<{
    readonly record: Subscription;
    readonly upcoming: readonly string[];
    readonly payments: readonly Schemas['Payment'][];
  } | null>;
  readonly change: (
    operations: readonly Operation[],
    key?: string,
  ) => Promise<{ readonly results: readonly unknown[]; readonly requestIds: readonly string[] }>;
  readonly update: (
    operation: {
      readonly action: 'update';
      readonly id: string;
      readonly patch?: Patch;
      readonly details?: DetailsPatch;
    },
    etag: string,
  ) => Promise<string>;
  readonly preview: (
    operation: Operation,
    signal: AbortSignal,
  ) => Promise<{ readonly record: Subscription; readonly duplicateIds: readonly string[] }>;
  readonly recordPayment: (record: Subscription) => Promise<boolean>;
  readonly setStatus: (records: readonly Subscription[], status: Status) => Promise<void>;
  readonly deleteForGood: (records: readonly Subscription[]) => Promise<void>;
  readonly revertRequest: (subscriptionId: string, requestId: string) => Promise<void>;

  readonly loadActivity: (
    wanted: {
      readonly filter: 'all' | 'subscriptions' | 'people';
      readonly subscriptionId: string | undefined;
      readonly count: number;
    },
    abort: AbortSignal,
  ) => Promise<{
    readonly entries: readonly ActivityEntry[];
    readonly hasMore: boolean;
    readonly paid: ReadonlyMap<string, number>;
  }>;
  readonly loadMonth: (
    month: string,
    today: string,
    signal: AbortSignal,
  ) => Promise<{ readonly paid: readonly Schemas['Payment'][]; readonly due: readonly UpcomingPayments[] }>;
  readonly loadNames: (signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
  readonly loadDue: (signal: AbortSignal) => Promise<UpcomingPayments>;
  readonly loadDueDetails: (
    wanted: { readonly to: string; readonly withCustom: boolean },
    signal: AbortSignal,
  ) => Promise<{
    readonly customPeriods: ReadonlyMap<string, BillingPeriod>;
    readonly changes: readonly Schemas['PriceChange'][];
  }>;
  readonly hasCustom: (due: UpcomingPayments) => boolean;

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
  readonly languageChoice: Signal<'browser' | 'en' | 'de'>;
}
