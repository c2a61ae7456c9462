import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { $composerDock } from '#client/composer/composer.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { EDITORS, type ResizedEditor, storeHeight } from './editor-heights.ts';

/** Pixels for the page's header and the rest of the composer; defined in CSS too. */
const REST_HEIGHT = 320;
const KEY_STEP = 40;

/** Resizes an editor by dragging or arrow keys. Double click or Enter resets the height (R24). */
export function ResizeHandle({ editor }: { editor: ResizedEditor }) {
  const { t } = useTexts();
  const { minHeight } = EDITORS[editor];
  const maxHeight = (): number => Math.max(minHeight, innerHeight - REST_HEIGHT);
  // docked, the handle is at the upper edge
  const direction = useStore($composerDock) === 'inline' ? 1 : -1;
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; height: number; direction: number }>(undefined);
  const [height, setHeight] = useState<number>(minHeight);
  const measure = (): number =>
    Math.round(
      handle.current?.closest('.editor')?.querySelector('.area:not([hidden])')?.clientHeight ??
        minHeight,
    );
  const resize = (wanted: number | undefined): void => {
    const next = wanted && Math.round(Math.min(maxHeight(), Math.max(minHeight, wanted)));
    storeHeight(editor, next);
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
      ['Home', minHeight],
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
      aria-label={t(editor === 'reply' ? 'composer.height' : 'writing.height')}
      aria-valuenow={height}
      aria-valuemin={minHeight}
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
