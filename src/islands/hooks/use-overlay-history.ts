import { useEffect, useRef } from 'react';
import { pushOverlay } from '#client/core/overlay-history.ts';

/** On phones, the Back button calls `close` while `open`. */
export function useOverlayHistory(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => (open ? pushOverlay(() => latest.current()) : undefined), [open]);
}
