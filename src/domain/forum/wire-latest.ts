/**
 * Shares one question among all who ask it at the same time, and gives nobody an answer that is older than their asking:
 * who comes while an answer is under way waits for the next one. However many ask, the database is asked one at a time.
 */
export function latest<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    next = undefined;
    const answer = ask();
    running = answer;
    const done = () => {
      if (running === answer) running = undefined;
    };
    answer.then(done, done);
    return answer;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
