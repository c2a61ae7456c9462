import { useEffect, useRef } from 'react';
import { openSheet } from '#stores/sheets.ts';

/** On phones, going back puts away what is `open`. */
export function useSheet(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => (open ? openSheet(() => latest.current()) : undefined), [open]);
}
