import { createPursuit } from './carelessPursuit.ts';
import { createSender, type AgentOptions } from './carelessSender.ts';
import { changedFields, createWishes, type Seen } from './carelessWishes.ts';
import { pick, pickWeighted } from '../generator/random.ts';

/** An agent that retries, drops answers, remembers old versions and mistypes, and follows the suggested fixes of errors. */
export function createCarelessAgent(options: AgentOptions) {
  const { random, ledger } = options;
  const sender = createSender(options);
  const { seen } = sender;
  const pursue = createPursuit(options, sender);
  const wishes = createWishes({ random, ledger });

  async function revert(): Promise<void> {
    const known = pick(random, ledger.live());
    const entry = (await sender.trailOf(known.id)).find(
      ({ metadata }) => metadata.before !== undefined && changedFields(metadata).length > 0,
    );
    if (entry !== undefined) await pursue(wishes.revert(known, entry, seen.get(known.id)));
  }

  async function batch(): Promise<void> {
    const drawn = [...ledger.live()].sort(() => random() - 0.5);
    const increased = pick(random, [undefined, recentlySeen()]);
    const [doomed, edited, known] = drawn.filter(({ id }) => id !== increased?.id);
    const dueOn = known === undefined || random() < 0.6 ? undefined : await sender.dueDateOf(known.id);
    await pursue(
      wishes.batch({
        doomed: random() < 0.3 ? doomed : undefined,
        edited: random() < 0.6 ? edited : undefined,
        increased,
        paid: known === undefined || dueOn === undefined ? undefined : { known, dueOn },
      }),
    );
  }

  async function pay(): Promise<void> {
    const known = pick(random, ledger.live());
    const dueOn = await sender.dueDateOf(known.id);
    if (dueOn !== undefined) await pursue(wishes.pay(known, dueOn));
  }

  function recentlySeen(): Seen | undefined {
    const known = [...seen.values()].filter(({ id }) => !ledger.isDoomed(id)).slice(-12);
    return known.length === 0 ? undefined : pick(random, known);
  }

  async function increase(): Promise<void> {
    const known = recentlySeen();
    if (known !== undefined) await pursue(wishes.increase(known));
  }

  /** A wish about a known record, with the ETag that this agent remembers. */
  function about(wishFor: typeof wishes.edit): () => Promise<void> {
    return () => {
      const known = pick(random, ledger.live());
      return pursue(wishFor(known, seen.get(known.id)));
    };
  }

  const works = [
    [3, () => pursue(wishes.create())],
    [4, increase],
    [3, about(wishes.edit)],
    [3, about(wishes.move)],
    [3, pay],
    [2, about(wishes.describe)],
    [1, about(wishes.remove)],
    [2, batch],
    [2, revert],
    [3, () => pursue(wishes.look(pick(random, ledger.live())))],
  ] as const;

  return {
    /** Works until all agents together have sent a number of requests. */
    async work(stepsMax: number): Promise<void> {
      while (ledger.steps < stepsMax) {
        if (ledger.live().length < 8) await pursue(wishes.create());
        else await pickWeighted(random, works)();
      }
    },
  };
}
