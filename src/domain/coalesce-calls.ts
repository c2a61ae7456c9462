const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Callers at the same time share one call, and nobody gets a result older than their request: who
 * comes while a call runs waits for the next one. Calls run one at a time, and the next one starts
 * at least `pauseMs` after the last began. A lone caller doesn't wait.
 */
export function coalesceCalls<T>(call: () => Promise<T>, pauseMs = 0): () => Promise<T> {
  let runningCall: Promise<unknown> | undefined;
  let nextCall: Promise<T> | undefined;
  const startCall = (): Promise<T> => {
    nextCall = undefined;
    const answer = call();
    const finished = Promise.allSettled(pauseMs > 0 ? [answer, sleep(pauseMs)] : [answer]).then(
      () => {
        if (runningCall === finished) runningCall = undefined;
      },
    );
    runningCall = finished;
    return answer;
  };
  return () => {
    if (!runningCall) return startCall();
    nextCall ??= runningCall.then(startCall);
    return nextCall;
  };
}
