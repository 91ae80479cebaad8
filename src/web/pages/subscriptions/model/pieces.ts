// More than a screen has; and so few that a slow processor is not busy for long with one piece.
const itemsAtFirst = 40;
const itemsOfOtherPieces = 20;

/** A list in pieces: a larger one for the first view, then smaller ones. */
export function piecesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const others = Math.max(0, Math.ceil((items.length - itemsAtFirst) / itemsOfOtherPieces));
  const starts = Array.from({ length: others }, (_, piece) => itemsAtFirst + piece * itemsOfOtherPieces);
  return [items.slice(0, itemsAtFirst), ...starts.map((start) => items.slice(start, start + itemsOfOtherPieces))];
}
