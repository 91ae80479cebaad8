import { Counter, Gauge, type Registry } from 'prom-client';

/** The state of the deliveries of all owners. */
interface DeliveryFigures {
  /** The number of deliveries in each state. */
  readonly byState: readonly { readonly state: string; readonly deliveries: number }[];
  /** When the oldest delivery that waits was due, in milliseconds since 1970; undefined when none waits. */
  readonly oldestPending: number | undefined;
}

/** Where the metrics of deliveries come from. */
export interface DeliveryView {
  /** The mails since the start, by outcome. */
  readonly mails: () => Readonly<Record<'sent' | 'failed' | 'refused', number>>;
  /** Reads the figures; undefined when the storage cannot serve. */
  readonly read: () => DeliveryFigures | undefined;
  /** The wall clock, in milliseconds since 1970. */
  readonly wallMilliseconds: () => number;
}

/** Measures the deliveries. Without figures the metrics are absent. */
export function measureDeliveries(registry: Registry, { mails, read, wallMilliseconds }: DeliveryView): void {
  const registers = [registry];
  const secondsSince = (instant: number) => Math.max(0, (wallMilliseconds() - instant) / 1000);
  void new Gauge<'state'>({
    name: 'duebook_deliveries',
    help: 'Deliveries to channels that are kept, by state; absent when they cannot be read.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const { state, deliveries } of read()?.byState ?? []) this.set({ state }, deliveries);
    },
  });
  void new Counter<'outcome'>({
    name: 'duebook_mails_total',
    help: 'Mails by outcome: sent, failed, or refused because of the daily limit or --mail-allow.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(mails())) this.inc({ outcome }, count);
    },
  });
  void new Gauge({
    name: 'duebook_delivery_pending_age_seconds',
    help: 'How long the oldest delivery that is due waits; 0 while none does, absent when it cannot be read.',
    registers,
    collect() {
      const figures = read();
      this.reset();
      if (figures === undefined) this.remove();
      else this.set(secondsSince(figures.oldestPending ?? wallMilliseconds()));
    },
  });
}
