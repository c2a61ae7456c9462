import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { $composerDock } from '#client/composer/composer.ts';
import { readStored, writeStored } from '#client/core/stored-json.ts';
import { useTexts } from '../hooks/use-texts.ts';

const STORAGE_KEY = 'replyHeight';
const PROPERTY = '--reply-height';

/** Pixels of the text's area: as high as the empty one is by itself. */
const MIN_HEIGHT = 102;
/** Pixels of the window for the page's header and the rest of the composer; CSS has them too. */
const REST_HEIGHT = 320;
const KEY_STEP = 40;

const maxHeight = (): number => Math.max(MIN_HEIGHT, innerHeight - REST_HEIGHT);

/** Sets the height of the composer's text; undefined: it follows the text again. */
function applyHeight(height: number | undefined): void {
  const { style } = document.documentElement;
  if (height === undefined) style.removeProperty(PROPERTY);
  else style.setProperty(PROPERTY, `${height}px`);
}
applyHeight(readStored<number>(STORAGE_KEY));

/** Resizes the composer by dragging or by arrow keys. A double click or Enter resets the height. */
export function ResizeHandle() {
  const { t } = useTexts();
  // docked, the handle is at the upper edge
  const direction = useStore($composerDock) === 'place' ? 1 : -1;
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; height: number; direction: number }>(undefined);
  const [height, setHeight] = useState(MIN_HEIGHT);
  const measure = (): number =>
    Math.round(
      handle.current?.closest('.editor')?.querySelector('.area:not([hidden])')?.clientHeight ??
        MIN_HEIGHT,
    );
  const resize = (wanted: number | undefined): void => {
    const next = wanted && Math.round(Math.min(maxHeight(), Math.max(MIN_HEIGHT, wanted)));
    applyHeight(next);
    writeStored(STORAGE_KEY, next);
    setHeight(measure());
  };
  useEffect(() => setHeight(measure()));

  const startDrag = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    handle.current?.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, height: measure(), direction };
  };
  const moveDrag = ({ clientY }: PointerEvent): void => {
    if (!drag.current) return;
    resize(drag.current.height + (clientY - drag.current.y) * drag.current.direction);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const heights = new Map([
      ['ArrowDown', measure() + KEY_STEP * direction],
      ['ArrowUp', measure() - KEY_STEP * direction],
      ['Home', MIN_HEIGHT],
      ['End', maxHeight()],
      ['Enter', undefined],
    ]);
    if (!heights.has(event.key)) return;
    event.preventDefault();
    resize(heights.get(event.key));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: hr can't be moved
    <div
      className="resize"
      ref={handle}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('composer.height')}
      aria-valuenow={height}
      aria-valuemin={MIN_HEIGHT}
      aria-valuemax={maxHeight()}
      title={t('composer.resize')}
      onPointerDown={startDrag}
      onPointerMove={moveDrag}
      onLostPointerCapture={() => (drag.current = undefined)}
      onDoubleClick={() => resize(undefined)}
      onKeyDown={handleKey}
    />
  );
}
