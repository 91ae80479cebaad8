import type { Call, Given, Tool } from './carelessCalls.ts';
import type { Wish } from './carelessWishes.ts';
import { below, type Random } from '../generator/random.ts';

/** What a fault is drawn from. */
export interface Draw {
  readonly random: Random;
  readonly wish: Wish;
  /** The keys that the agent has used, with what each was used for. */
  readonly spentKeys: readonly { readonly key: string; readonly tool: Tool }[];
}

/** One way to get a call wrong. */
export interface Fault {
  readonly name: string;
  /** The call with the fault in it; undefined when it does not fit the call. */
  readonly spoil: (call: Call, draw: Draw) => Call | undefined;
}

/** Where the fields of a subscription, or the operations of a batch, stand. */
export function placeOfFields({ channel }: Call): 'arguments' | 'body' {
  return channel === 'MCP' ? 'arguments' : 'body';
}

/** Changes one of the operations of a batch that fit. */
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

/** Changes what stands at a place of a call; undefined when that cannot be. */
export function change(call: Call, place: string, alter: (given: Given) => Given | undefined): Call | undefined {
  const given = alter(call.parts[place] ?? {});
  return given && { ...call, parts: { ...call.parts, [place]: given } };
}

/** The same values, one of them under another name. */
export function renamed(given: Given, from: string, to: string): Given {
  return { ...without(given, from), [to]: given[from] };
}

/** All values but one. */
export function without(given: Given, name: string): Given {
  return Object.fromEntries(Object.entries(given).filter(([known]) => known !== name));
}
