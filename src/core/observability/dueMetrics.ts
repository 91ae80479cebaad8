import { Gauge, type Registry } from 'prom-client';
import { settlesWithin, type Clock } from '../runtime/system.ts';

/** What an owner has to pay now. */
interface OwnerFigures {
  readonly owner: string;
  /** The number of overdue subscriptions. */
  readonly overdue: number;
  /** What is due from today through the next six days, in hundredths of each currency in use. */
  readonly dueHundredths: ReadonlyMap<string, number>;
}

/** Where the metrics of payments come from. */
export interface DueView {
  /** Reads the figures of all owners; undefined when the storage cannot serve. */
  readonly read: () => Promise<readonly OwnerFigures[] | undefined>;
  /** Whether each owner has series of their own. */
  readonly isPerOwner: boolean;
  readonly clock: Pick<Clock, 'monotonicMilliseconds' | 'after'>;
}

const rememberedMilliseconds = 60_000;
const usableMilliseconds = 600_000;
// Shorter than the timeout of a collector, which is 10 seconds for Prometheus.
const waitMillisecondsMax = 3000;

/** Measures what is due and overdue. Without figures the metrics are absent: 0 would say that all is paid. */
export function measureDue(registry: Registry, view: DueView): void {
  const registers = [registry];
  const figures = rememberFigures(view);
  const ownerLabel = view.isPerOwner ? (['owner'] as const) : [];
  const ownerOf = ({ owner }: OwnerFigures) => (view.isPerOwner ? { owner } : {});
  void new Gauge<'currency' | 'owner'>({
    name: 'duebook_due_amount',
    help: 'Sum of the payments that are due from today through the next six days; absent when it cannot be read.',
    labelNames: ['currency', ...ownerLabel],
    registers,
    async collect() {
      const read = await figures();
      this.reset();
      const sums = new Map<string, { labels: { currency: string; owner?: string }; hundredths: number }>();
      for (const one of read ?? []) {
        for (const [currency, hundredths] of one.dueHundredths) {
          const labels = { currency, ...ownerOf(one) };
          const key = JSON.stringify(labels);
          // Summed as whole numbers: fractions would not add up exactly.
          sums.set(key, { labels, hundredths: (sums.get(key)?.hundredths ?? 0) + hundredths });
        }
      }
      for (const { labels, hundredths } of sums.values()) this.set(labels, hundredths / 100);
    },
  });
  void new Gauge<'owner'>({
    name: 'duebook_overdue_subscriptions',
    help: 'Active subscriptions whose next payment date has passed; absent when they cannot be read.',
    labelNames: ownerLabel,
    registers,
    async collect() {
      const read = await figures();
      this.reset();
      if (!view.isPerOwner) this.remove();
      if (read === undefined) return;
      if (!view.isPerOwner) this.set(0);
      for (const one of read) this.inc(ownerOf(one), one.overdue);
    },
  });
}

/**
 * Gives a function that reads the figures at most once a minute, and waits for them for a limited time. While a read of many
 * owners takes longer, it gives the figures before that, which are some minutes old at most.
 */
function rememberFigures({ read, clock }: DueView) {
  let remembered: { readonly figures: readonly OwnerFigures[]; readonly at: number } | undefined;
  let running: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const figures = await read();
    remembered = figures && { figures, at: clock.monotonicMilliseconds() };
    running = undefined;
  }

  return async function current(): Promise<readonly OwnerFigures[] | undefined> {
    const now = clock.monotonicMilliseconds();
    if (remembered !== undefined && now - remembered.at < rememberedMilliseconds) return remembered.figures;
    running ??= refresh();
    const isRead = await settlesWithin(clock, waitMillisecondsMax, running);
    const isUsable = isRead || (remembered !== undefined && now - remembered.at < usableMilliseconds);
    return isUsable ? remembered?.figures : undefined;
  };
}
