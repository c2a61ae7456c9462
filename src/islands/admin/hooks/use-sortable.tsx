import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { moveItem } from '../../thread-form/move-item.ts';

interface Sortable {
  count: number;
  item(index: number): {
    'data-dragged': '' | undefined;
    'data-over': '' | undefined;
    onDragOver(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
  /** Attributes of the handle, a button: a pointer drags it, arrow keys move it. */
  handle(index: number): {
    draggable: true;
    onDragStart(event: DragEvent): void;
    onDragEnd(): void;
    onKeyDown(event: KeyboardEvent): void;
  };
}

const GRIPS = ':scope > li > .grip, :scope > li > .line > .grip';

interface GripProps {
  sort: Sortable;
  index: number;
  name: string;
}

export function Grip({ sort, index, name }: GripProps) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className="grip"
      {...sort.handle(index)}
      aria-label={t('admin.sort.handle', { name, n: index + 1, count: sort.count })}
    >
      <Icon name="grip" />
    </button>
  );
}

/** Reorders a list. Items can be dropped only on items of the same `kind`. */
export function useSortable<Item>(
  kind: string,
  items: readonly Item[],
  onSorted: (items: Item[]) => void,
): Sortable {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const type = `application/x-${kind}`;
  /** Moves an item and the focus with it. */
  const moveTo = (to: number, from: number, element: Element) => {
    const list = element.closest('ol');
    onSorted(moveItem(items, from, to));
    requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>(GRIPS)[to]?.focus());
  };
  return {
    count: items.length,
    item: (index) => ({
      'data-dragged': index === dragged ? '' : undefined,
      'data-over': index === over && index !== dragged ? '' : undefined,
      onDragOver(event) {
        if (!event.dataTransfer.types.includes(type)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(index);
      },
      onDrop(event) {
        if (dragged === undefined || !event.dataTransfer.types.includes(type)) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== index) moveTo(index, dragged, event.currentTarget);
        setDragged(undefined);
        setOver(undefined);
      },
    }),
    handle: (index) => ({
      draggable: true,
      onDragStart(event) {
        event.stopPropagation();
        event.dataTransfer.setData(type, String(index));
        event.dataTransfer.effectAllowed = 'move';
        const row = (event.target as Element).closest('[data-row]');
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
        setDragged(index);
      },
      onDragEnd() {
        setDragged(undefined);
        setOver(undefined);
      },
      onKeyDown(event) {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const to = index + (step ?? 0);
        if (!step || to < 0 || to >= items.length) return;
        event.preventDefault();
        event.stopPropagation();
        moveTo(to, index, event.currentTarget);
      },
    }),
  };
}
