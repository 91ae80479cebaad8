/** A command that takes more than one batch, by whose it is. */
interface OfOwner {
  readonly command: { readonly actor: { readonly ownerId: number } };
}

/**
 * Keeps commands that take more than one batch, and gives out one for each batch: the oldest of each owner in turns, so
 * that however many one owner has, those of another go on.
 */
export function keepUnfinished<Waiting extends OfOwner>() {
  // In the order of their turns.
  const byOwner = new Map<number, Waiting[]>();
  let size = 0;

  return {
    size: (): number => size,

    /** Keeps a command; `first` one that has been given out goes on before the others of its owner. */
    keep(waiting: Waiting, place: 'first' | 'last'): void {
      const { ownerId } = waiting.command.actor;
      const others = byOwner.get(ownerId) ?? [];
      byOwner.set(ownerId, place === 'first' ? [waiting, ...others] : [...others, waiting]);
      size += 1;
    },

    /** The command whose turn it is, if there is any. */
    peek(): Waiting | undefined {
      return size === 0 ? undefined : byOwner.values().next().value?.[0];
    },

    /** Gives out the command whose turn it is; the next turn is that of another owner. */
    take(): void {
      const [turn] = byOwner;
      if (turn === undefined) return;
      const [ownerId, [, ...others]] = turn;
      byOwner.delete(ownerId);
      if (others.length > 0) byOwner.set(ownerId, others);
      size -= 1;
    },

    /** Gives out all. */
    takeAll(): Waiting[] {
      const all = Array.from(byOwner.values()).flat();
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
