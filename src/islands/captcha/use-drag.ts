import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { MAX_TRACK_POINTS, PIECE_SIZE, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';
import type { TrackPoint } from '#contracts/wire/captcha.ts';

/** The distance that the piece can move, in units of the picture. */
export const PIECE_TRAVEL = PUZZLE_WIDTH - PIECE_SIZE;

interface DragState {
  pointer: number;
  began: number;
  x: number;
  y: number;
  track: TrackPoint[];
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** When a track has more points than may be sent, every second one is dropped. */
const thinOut = (track: TrackPoint[]): TrackPoint[] =>
  track.length < MAX_TRACK_POINTS - 1 ? track : track.filter((_, index) => index % 2 === 0);

/**
 * The handle on its rail, dragged by mouse, pen or touch. `onDrop` gets the final position and the
 * track.
 */
export function useDrag(
  rail: RefObject<HTMLElement | null>,
  enabled: boolean,
  onDrop: (x: number, track: TrackPoint[]) => void,
) {
  const drag = useRef<DragState>(undefined);
  /** 0 is the left end, 1 the right one. */
  const [at, setAt] = useState(0);

  function handleShare(event: PointerEvent<HTMLElement>, { x }: DragState): number {
    const way = (rail.current?.clientWidth ?? 0) - event.currentTarget.offsetWidth;
    return way > 0 ? Math.min(1, Math.max(0, (event.clientX - x) / way)) : 0;
  }

  function recordPoint(event: PointerEvent<HTMLElement>, now: DragState): number {
    const share = handleShare(event, now);
    now.track = [
      ...thinOut(now.track),
      [
        roundToTenth(Math.max(0, event.timeStamp - now.began)),
        roundToTenth(share * PIECE_TRAVEL),
        roundToTenth(event.clientY - now.y),
      ],
    ];
    return share;
  }

  return {
    at,
    reset: () => setAt(0),
    handle: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!enabled || drag.current || event.button !== 0) return;
        event.preventDefault(); // text isn't selected while dragging
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          pointer: event.pointerId,
          began: event.timeStamp,
          x: event.clientX,
          y: event.clientY,
          track: [[0, 0, 0]],
        };
        setAt(0);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (drag.current?.pointer === event.pointerId) setAt(recordPoint(event, drag.current));
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const now = drag.current;
        if (now?.pointer !== event.pointerId) return;
        drag.current = undefined;
        const share = recordPoint(event, now);
        setAt(share);
        if (share > 0) onDrop(roundToTenth(share * PIECE_TRAVEL), now.track);
      },
      onPointerCancel() {
        drag.current = undefined;
        setAt(0);
      },
    },
  };
}
