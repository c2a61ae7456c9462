/** A copy with the item at `from` moved to `to`; unchanged without an item at `from`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = [...list];
  const moved = rest.splice(from, 1);
  rest.splice(to, 0, ...moved);
  return rest;
}
