import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import {
  $selectedIds,
  endSelection,
  mayPerform,
  setSelected,
} from '#client/moderation/moderator-view.ts';
import { MAX_ACTION_TARGETS } from '#contracts/limits.ts';
import { bulkActions, getAction, type PageTargetKind } from '#contracts/moderation-actions.ts';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from './AppendPortal.tsx';
import { $dialog } from './dialog-store.ts';

interface SelectableRow {
  id: number;
  row: HTMLElement;
  name: string;
}

/** The selectable rows of this page, in order. */
function findSelectableRows(kind: PageTargetKind): SelectableRow[] {
  const listSelector = document.querySelector('#replies.elsewhere')
    ? '#replies > .found >'
    : '#replies >';
  const rows = [
    ...document.querySelectorAll<HTMLElement>(
      kind === 'thread' ? 'main .row' : `${listSelector} .reply[data-id]:not(.featured)`,
    ),
  ];
  return rows.flatMap((row) => {
    const link = row.querySelector<HTMLAnchorElement>('a.subject');
    const id =
      kind === 'thread'
        ? Number(/\/post\/(\d+)/.exec(link?.pathname ?? '')?.[1])
        : Number(row.dataset.id);
    return id > 0
      ? [
          {
            id,
            row,
            name: kind === 'thread' ? (link?.textContent ?? '') : (row.dataset.floor ?? ''),
          },
        ]
      : [];
  });
}

/** The current selectable rows; other orders, appended pages and removals change them. */
function useSelectableRows(kind: PageTargetKind): readonly SelectableRow[] {
  const [choices, setChoices] = useState<readonly SelectableRow[]>([]);
  useEffect(() => {
    const update = () =>
      setChoices((before) => {
        const now = findSelectableRows(kind);
        return now.length === before.length &&
          now.every(({ id, row }, index) => before[index]?.id === id && before[index].row === row)
          ? before
          : now;
      });
    update();
    const changes = new MutationObserver(update);
    changes.observe(document.querySelector('main') as Element, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [kind]);
  return choices;
}

interface BoxProps {
  choice: SelectableRow;
  kind: PageTargetKind;
  chosen: boolean;
  onChoose(id: number, chosen: boolean, range: boolean): void;
}

function SelectionBox({ choice: { id, row, name }, kind, chosen, onChoose }: BoxProps) {
  const { t } = useTexts();
  useEffect(() => {
    row.classList.add('choosable');
    return () => row.classList.remove('choosable');
  }, [row]);
  return (
    <AppendPortal in={row} className="choose" as="span" before={row.firstElementChild}>
      <label>
        <span className="vh">
          {t(kind === 'thread' ? 'moderation.select.thread' : 'moderation.select.reply', { name })}
        </span>
        <input
          type="checkbox"
          checked={chosen}
          onChange={() => undefined}
          onClick={(event: MouseEvent<HTMLInputElement>) =>
            onChoose(id, event.currentTarget.checked, event.shiftKey)
          }
        />
      </label>
    </AppendPortal>
  );
}

/** Checkboxes of the page's rows, and the actions for selected ones. */
export default function BulkSelection({ kind }: { kind: 'thread' | 'reply' }) {
  const { t } = useTexts();
  const selected = useStore($selectedIds) ?? new Set<number>();
  const choices = useSelectableRows(kind);
  const lastSelectedId = useRef<number>(undefined);
  const allBox = useRef<HTMLInputElement>(null);
  useOverlayHistory(true, endSelection);
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !$dialog.get() &&
        !document.querySelector('.positioner, .dialog')
      )
        endSelection();
    };
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  }, []);
  const hasSelection = selected.size > 0;
  const isAllSelected = choices.length > 0 && choices.every(({ id }) => selected.has(id));
  useEffect(() => {
    if (allBox.current) allBox.current.indeterminate = hasSelection && !isAllSelected;
  }, [hasSelection, isAllSelected]);
  const onChoose = (id: number, chosen: boolean, range: boolean) => {
    const at = choices.findIndex((one) => one.id === id);
    const from = range ? choices.findIndex((one) => one.id === lastSelectedId.current) : -1;
    const ids =
      from < 0
        ? [id]
        : choices.slice(Math.min(at, from), Math.max(at, from) + 1).map((one) => one.id);
    lastSelectedId.current = id;
    setSelected(ids, chosen);
  };
  const actions = bulkActions(kind).filter((action) => mayPerform(action, kind));
  const isTooMany = selected.size > MAX_ACTION_TARGETS;
  return (
    <>
      {choices.map((choice) => (
        <SelectionBox
          key={choice.id}
          choice={choice}
          kind={kind}
          chosen={selected.has(choice.id)}
          onChoose={onChoose}
        />
      ))}
      <section className="choosing" aria-label={t('moderation.select.label')}>
        <label>
          <input
            ref={allBox}
            type="checkbox"
            checked={isAllSelected}
            onChange={() =>
              setSelected(
                choices.map(({ id }) => id),
                !isAllSelected,
              )
            }
          />
          {t('moderation.select.all')}
        </label>
        <b className="num" role="status">
          {t('moderation.select.count', { count: selected.size })}
        </b>
        <div className="acts-at-once">
          {actions.map((action) => {
            const isInactive = isTooMany || selected.size < (getAction(action).minBulk ?? 1);
            return (
              <button
                key={action}
                type="button"
                className={action === 'delete' ? 'danger' : undefined}
                aria-disabled={isInactive || undefined}
                onClick={() =>
                  !isInactive && $dialog.set({ order: { action, kind, ids: [...selected] } })
                }
              >
                {t(action === 'merge' ? 'moderation.merge.selected' : `moderation.act.${action}`)}
              </button>
            );
          })}
        </div>
        <button className="btn" type="button" onClick={endSelection}>
          {t('moderation.select.end')}
        </button>
      </section>
    </>
  );
}
