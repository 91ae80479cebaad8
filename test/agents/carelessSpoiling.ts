import type { Call, Given, Tool } from './carelessCalls.ts';
import type { Wish } from './carelessWishes.ts';
import { below, type Random } from '../generator/random.ts';

/** The sources of a fault. */
export interface Draw {
  readonly random: Random;
  readonly wish: Wish;
  /** The idempotency keys that the agent has used, each with its call. */
  readonly spentKeys: readonly { readonly key: string; readonly tool: Tool }[];
}

/** A kind of fault. */
export interface Fault {
  readonly name: string;
  /** The call with the fault in it; undefined if the fault does not fit the call. */
  readonly spoil: (call: Call, draw: Draw) => Call | undefined;
}

/** The place of the fields of a subscription, or of the operations of a batch. */
export function placeOfFields({ channel }: Call): 'arguments' | 'body' {
  return channel === 'MCP' ? 'arguments' : 'body';
}

/** Changes one of the fitting operations of a batch. */
export function inOperation(
  call: Call,
  fits: (operation: Given) => boolean,
  random: Random,
  alter: (operation: Given) => Given,
): Call | undefined {
  return change(call, placeOfFields(call), (given) => {
    const operations = given['operations'] as readonly Given[];
    const fitting = operations.flatMap((operation, index) => (fits(operation) ? [index] : []));
    const index = fitting[below(random, fitting.length)];
    if (index === undefined) return undefined;
    return { ...given, operations: operations.map((one, at) => (at === index ? alter(one) : one)) };
  });
}

/** Changes the values at a place of a call; undefined if that is not possible. */
export function change(call: Call, place: string, alter: (given: Given) => Given | undefined): Call | undefined {
  const given = alter(call.parts[place] ?? {});
  return given && { ...call, parts: { ...call.parts, [place]: given } };
}

/** The same values, with one renamed. */
export function renamed(given: Given, from: string, to: string): Given {
  return { ...without(given, from), [to]: given[from] };
}

/** All values except one. */
export function without(given: Given, name: string): Given {
  return Object.fromEntries(Object.entries(given).filter(([known]) => known !== name));
}
