const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Shares one question among all who ask it at the same time, and gives nobody an answer that is
 * older than their asking: who comes while an answer is under way waits for the next one. However
 * many ask, the database is asked one at a time, and not again within `pause` milliseconds; who
 * asks seldom doesn't wait.
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
