/** A source of numbers from 0 to 1. A seed determines the sequence. */
export type Random = () => number;

/** Creates a source of numbers from 0 to 1 whose sequence the seed determines (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for one of many independent streams that belong to one seed. */
export function streamSeed(seed: number, stream: number): number {
  return Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b);
}

/** A whole number from 0 to the bound, which is excluded. */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** One of the items. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  if (items.length === 0) throw new RangeError('there is nothing to pick from');
  return items[below(random, items.length)] as Item;
}

/** One of the items, by weight. */
export function pickWeighted<Item>(random: Random, weighted: readonly (readonly [weight: number, item: Item])[]): Item {
  let left = random() * weighted.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, item] of weighted) {
    left -= weight;
    if (left < 0) return item;
  }
  throw new RangeError('there is nothing to pick from');
}

/** A whole number from a variable of the environment, or the default. */
export function numberFromEnvironment(name: string, usual: number): number {
  const value = Number(Bun.env[name] ?? usual);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a whole number`);
  return value;
}
