/**
 * A copy of the list with the item at index `from` moved to index `to`. The copy is unchanged when
 * there is no item at `from`.
 */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = [...list];
  const moved = rest.splice(from, 1);
  rest.splice(to, 0, ...moved);
  return rest;
}
