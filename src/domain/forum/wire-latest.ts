const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Shares one question among all who ask it at the same time, and gives nobody an answer that is
 * older than their asking: who comes while an answer is under way waits for the next one. However
 * many ask, the database is asked one at a time, and not again within `pause` milliseconds; who
 * asks seldom doesn't wait.
 */
export function latest<T>(ask: () => Promise<T>, pause = 0): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const answer = ask();
    const over = Promise.allSettled(pause > 0 ? [answer, sleep(pause)] : [answer]).then(() => {
      if (running === over) running = undefined;
    });
    running = over;
    return answer;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
}
