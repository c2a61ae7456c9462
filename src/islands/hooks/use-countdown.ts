import { useEffect, useState } from 'react';

const secondsUntil = (until: number): number =>
  Math.max(0, Math.ceil((until - Date.now()) / 1_000));

/** Seconds until a time (epoch milliseconds), updated every second. */
export function useCountdown(until: number | undefined): number {
  const [, setTick] = useState(0);
  const left = until === undefined ? 0 : secondsUntil(until);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setTick((tick) => tick + 1), 1_000);
    return () => clearTimeout(timer);
  });
  return left;
}
