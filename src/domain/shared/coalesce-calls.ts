const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Shares one call among concurrent callers. A caller during a running call gets the next call's
 * result, so no result is older than its request. Calls run one at a time and start at least
 * `pauseMs` apart. A lone caller doesn't wait.
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
