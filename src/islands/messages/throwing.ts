import { useEffect, useRef, useState } from 'react';
import type { MessageWire } from '#contracts/wire/member.ts';
import { throwAway } from '#stores/messages.ts';
import { report } from '#stores/tips.ts';

/** Milliseconds in which a message can be taken back. */
const SECOND_THOUGHTS = 6_000;

interface Throwing {
  /** Those that are about to go. */
  leaving: ReadonlySet<number>;
  throwAway(message: MessageWire): void;
  keep(message: MessageWire): void;
}

/**
 * Throws messages away after a while in which that can be undone, at once when the page is left.
 */
export function useThrownAway(gone: (ids: number[]) => void): Throwing {
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(
    new Map<number, { message: MessageWire; timer: ReturnType<typeof setTimeout> }>(),
  );
  const without = (id: number) =>
    setLeaving((now) => new Set([...now].filter((one) => one !== id)));
  const finish = (id: number) => {
    const found = waiting.current.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    waiting.current.delete(id);
    throwAway(found.message).then(
      () => gone([id]),
      (error: unknown) => {
        without(id);
        report(error);
      },
    );
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const all = () => {
      for (const id of [...waiting.current.keys()]) latest.current(id);
    };
    addEventListener('pagehide', all);
    return () => {
      removeEventListener('pagehide', all);
      all();
    };
  }, []);
  return {
    leaving,
    throwAway(message) {
      waiting.current.set(message.id, {
        message,
        timer: setTimeout(() => latest.current(message.id), SECOND_THOUGHTS),
      });
      setLeaving((now) => new Set([...now, message.id]));
    },
    keep({ id }) {
      clearTimeout(waiting.current.get(id)?.timer);
      waiting.current.delete(id);
      without(id);
    },
  };
}
