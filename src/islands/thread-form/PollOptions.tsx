import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { MIN_POLL_OPTIONS } from '#contracts/limits.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { moveItem } from './move-item.ts';

interface Props {
  options: readonly string[];
  isInactive: boolean;
  /** The index of the option with a problem, and the message. */
  wrong?: { option: number; id: string } | undefined;
  onChange(options: string[]): void;
  onLeave(): void;
}

/**
 * The options of a poll: typed, added with Enter, reordered by dragging their grips or with the
 * arrow keys on them.
 */
export function PollOptions({ options, isInactive, wrong, onChange, onLeave }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const nextFocus = useRef<{ row: number; part: 'input' | 'button' }>(undefined);

  useEffect(() => {
    const { row, part } = nextFocus.current ?? {};
    nextFocus.current = undefined;
    if (row !== undefined && part)
      list.current?.children[row]?.querySelector<HTMLElement>(part)?.focus();
  });

  function move(from: number, to: number): void {
    if (to < 0 || to >= options.length || from === to) return;
    nextFocus.current = { row: to, part: 'button' };
    setAnnouncement(t('writing.poll.moved', { from: from + 1, to: to + 1 }));
    onChange(moveItem(options, from, to));
  }

  function remove(index: number): void {
    nextFocus.current = { row: Math.min(index, options.length - 2), part: 'input' };
    onChange(options.filter((_, one) => one !== index));
  }

  function onGripKey(event: KeyboardEvent, index: number): void {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: options.length - 1 }[
      event.key
    ];
    if (to === undefined || isInactive) return;
    event.preventDefault();
    move(index, to);
  }

  function onDrag({ clientY }: PointerEvent): void {
    if (dragged === undefined) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = rows.findIndex((row) => clientY < row.bottom);
    const target = to < 0 ? rows.length - 1 : to;
    if (target === dragged) return;
    move(dragged, target);
    setDragged(target);
  }

  function onEnter(event: KeyboardEvent, index: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    list.current?.children[index + 1]?.querySelector<HTMLElement>('input')?.focus();
  }

  return (
    <>
      {/*
       * The pointer is tracked on the list: the pressed grip belongs to another row a moment later.
       */}
      <ol
        ref={list}
        className="poll-options"
        onPointerMove={onDrag}
        onPointerUp={() => setDragged(undefined)}
        onPointerCancel={() => setDragged(undefined)}
      >
        {options.map((text, index) => {
          const n = index + 1;
          return (
            <li key={`option-${n}`} data-dragged={dragged === index ? '' : undefined}>
              <button
                className="grip"
                type="button"
                aria-label={t('writing.poll.grip', { n })}
                title={t('writing.poll.gripHint')}
                aria-disabled={isInactive}
                onKeyDown={(event) => onGripKey(event, index)}
                onPointerDown={(event) => {
                  if (isInactive || event.button !== 0) return;
                  event.preventDefault();
                  event.currentTarget.focus();
                  list.current?.setPointerCapture(event.pointerId);
                  setDragged(index);
                }}
              >
                <Icon name="grip" />
              </button>
              <input
                aria-label={t('writing.poll.option', { n })}
                aria-invalid={wrong?.option === index}
                aria-describedby={wrong?.option === index ? wrong.id : undefined}
                placeholder={t('writing.poll.option', { n })}
                autoComplete="off"
                readOnly={isInactive}
                value={text}
                onChange={(event) =>
                  onChange(
                    options.map((one, other) =>
                      other === index ? event.currentTarget.value : one,
                    ),
                  )
                }
                onBlur={onLeave}
                onKeyDown={(event) => onEnter(event, index)}
              />
              <button
                className="remove"
                type="button"
                aria-label={t('writing.poll.remove', { n })}
                title={t('writing.poll.remove', { n })}
                disabled={isInactive || options.length <= MIN_POLL_OPTIONS}
                onClick={() => remove(index)}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ol>
      <p className="vh" role="status">
        {announcement}
      </p>
    </>
  );
}
