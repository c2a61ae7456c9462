import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { ACTS_AT_ONCE } from '#contracts/limits.ts';
import type { ActName, Kind } from '#stores/moderation/acts.ts';
import { mayPerform } from '#stores/moderation/place.ts';
import { useSheet } from '../ui/sheet.ts';
import { useTexts } from '../ui/text.ts';
import { $asking } from './asking.ts';
import { Host } from './Host.tsx';
import { $selected, choose, endChoosing } from './selection.ts';

interface Choice {
  id: number;
  row: HTMLElement;
  name: string;
}

/** The rows of this page that can be chosen, from its top. */
function choicesOf(kind: Kind): Choice[] {
  const place = document.querySelector('#replies.elsewhere') ? '#replies > .found >' : '#replies >';
  const rows = [
    ...document.querySelectorAll<HTMLElement>(
      kind === 'thread' ? 'main .row' : `${place} .reply[data-id]:not(.featured)`,
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

/**
 * What can be chosen now: rows come and go with other orders, further pages, and what was taken
 * away.
 */
function useChoices(kind: Kind): readonly Choice[] {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  useEffect(() => {
    const look = () =>
      setChoices((before) => {
        const now = choicesOf(kind);
        return now.length === before.length &&
          now.every(({ id, row }, index) => before[index]?.id === id && before[index].row === row)
          ? before
          : now;
      });
    look();
    const changes = new MutationObserver(look);
    changes.observe(document.querySelector('main') as Element, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [kind]);
  return choices;
}

interface BoxProps {
  choice: Choice;
  kind: Kind;
  chosen: boolean;
  onChoose(id: number, chosen: boolean, range: boolean): void;
}

function Box({ choice: { id, row, name }, kind, chosen, onChoose }: BoxProps) {
  const { t } = useTexts();
  useEffect(() => {
    row.classList.add('choosable');
    return () => row.classList.remove('choosable');
  }, [row]);
  return (
    <Host in={row} className="choose" as="span" before={row.firstElementChild}>
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
    </Host>
  );
}

const ACTS: Record<'thread' | 'reply', readonly ActName[]> = {
  thread: [
    'delete',
    'hide',
    'restore',
    'move',
    'close',
    'open',
    'pin',
    'unpin',
    'digest',
    'undigest',
  ],
  reply: ['delete', 'hide', 'restore', 'feature', 'unfeature', 'split'],
};
/** Several are chosen: boxes at the rows, and a bar with what can be done with them. */
export default function Selecting({ kind }: { kind: 'thread' | 'reply' }) {
  const { t } = useTexts();
  const selected = useStore($selected) ?? new Set<number>();
  const choices = useChoices(kind);
  const last = useRef<number>(undefined);
  const all = useRef<HTMLInputElement>(null);
  useSheet(true, endChoosing);
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !$asking.get() &&
        !document.querySelector('.positioner, .dialog')
      )
        endChoosing();
    };
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  }, []);
  const some = selected.size > 0;
  const complete = choices.length > 0 && choices.every(({ id }) => selected.has(id));
  useEffect(() => {
    if (all.current) all.current.indeterminate = some && !complete;
  }, [some, complete]);
  const onChoose = (id: number, chosen: boolean, range: boolean) => {
    const at = choices.findIndex((one) => one.id === id);
    const from = range ? choices.findIndex((one) => one.id === last.current) : -1;
    const ids =
      from < 0
        ? [id]
        : choices.slice(Math.min(at, from), Math.max(at, from) + 1).map((one) => one.id);
    last.current = id;
    choose(ids, chosen);
  };
  const many = selected.size > ACTS_AT_ONCE;
  return (
    <>
      {choices.map((choice) => (
        <Box
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
            ref={all}
            type="checkbox"
            checked={complete}
            onChange={() =>
              choose(
                choices.map(({ id }) => id),
                !complete,
              )
            }
          />
          {t('moderation.select.all')}
        </label>
        <b className="num" role="status">
          {t('moderation.select.count', { count: selected.size })}
        </b>
        <div className="acts-at-once">
          {ACTS[kind].filter(mayPerform).map((act) => (
            <button
              key={act}
              type="button"
              className={act === 'delete' ? 'danger' : undefined}
              aria-disabled={!some || many || undefined}
              onClick={() =>
                some && !many && $asking.set({ order: { act, kind, ids: [...selected] } })
              }
            >
              {t(`moderation.act.${act}`)}
            </button>
          ))}
        </div>
        <button className="btn" type="button" onClick={endChoosing}>
          {t('moderation.select.end')}
        </button>
      </section>
    </>
  );
}
