import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { PICTURE_WIDTH, PIECE_SIZE, TRACK_MAX } from '#contracts/captcha.ts';
import type { Point } from '#contracts/wire/captcha.ts';

/** How far the piece can go, in the picture's units. */
export const REACH = PICTURE_WIDTH - PIECE_SIZE;

interface Held {
  pointer: number;
  began: number;
  x: number;
  y: number;
  track: Point[];
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** A finer movement than may be told loses every second point. */
const thinned = (track: Point[]): Point[] =>
  track.length < TRACK_MAX - 1 ? track : track.filter((_, index) => index % 2 === 0);

/**
 * The handle on its rail, moved by mouse, pen or finger. `onDrop` gets where the piece is left and
 * the way there.
 */
export function useDrag(
  rail: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (x: number, track: Point[]) => void,
) {
  const held = useRef<Held>(undefined);
  /** 0 is the left end, 1 the right one. */
  const [at, setAt] = useState(0);

  function shareOf(event: PointerEvent<HTMLElement>, { x }: Held): number {
    const way = (rail.current?.clientWidth ?? 0) - event.currentTarget.offsetWidth;
    return way > 0 ? Math.min(1, Math.max(0, (event.clientX - x) / way)) : 0;
  }

  function note(event: PointerEvent<HTMLElement>, now: Held): number {
    const share = shareOf(event, now);
    now.track = [
      ...thinned(now.track),
      [
        rounded(Math.max(0, event.timeStamp - now.began)),
        rounded(share * REACH),
        rounded(event.clientY - now.y),
      ],
    ];
    return share;
  }

  return {
    at,
    reset: () => setAt(0),
    handle: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!enabled || held.current || event.button !== 0) return;
        event.preventDefault(); // no selecting of text
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = {
          pointer: event.pointerId,
          began: event.timeStamp,
          x: event.clientX,
          y: event.clientY,
          track: [[0, 0, 0]],
        };
        setAt(0);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (held.current?.pointer === event.pointerId) setAt(note(event, held.current));
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const now = held.current;
        if (now?.pointer !== event.pointerId) return;
        held.current = undefined;
        const share = note(event, now);
        setAt(share);
        if (share > 0) onDrop(rounded(share * REACH), now.track);
      },
      onPointerCancel() {
        held.current = undefined;
        setAt(0);
      },
    },
  };
}
