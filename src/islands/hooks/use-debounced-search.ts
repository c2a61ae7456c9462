import { useEffect, useRef, useState } from 'react';
import { Failure } from '#client/core/failure.ts';

/** Milliseconds without a keystroke after which a text is searched for. */
const TYPING_PAUSE_MS = 200;

interface DebouncedSearch<Value> {
  /** The text that was searched for; the field may hold more by now. */
  text: string;
  value?: Value;
  failure?: Failure;
}

/**
 * The last result of `search` while the user types. A text is searched for after a pause, an empty
 * one isn't, and overtaken results are dropped.
 */
export function useDebouncedSearch<Value>(
  text: string,
  search: (text: string) => Promise<Value>,
): DebouncedSearch<Value> | undefined {
  const [result, setResult] = useState<DebouncedSearch<Value>>();
  const latestSearch = useRef(search);
  latestSearch.current = search;
  useEffect(() => {
    if (text === '') {
      setResult(undefined);
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      latestSearch.current(text).then(
        (value) => isCurrent && setResult({ text, value }),
        (failure: unknown) => {
          if (!(failure instanceof Failure)) throw failure;
          if (isCurrent) setResult({ text, failure });
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return result;
}
