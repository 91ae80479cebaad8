import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds a gauge without labels that is read when it is collected. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Adds a counter without labels whose total is read when it is collected. */
export function counter(registry: Registry, name: string, help: string, read: () => number): void {
  void new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
