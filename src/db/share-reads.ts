import type { QueryResult } from 'pg';
import type { Db } from './client.ts';
import { type Runner, toReadableDb, toRunner } from './statement.ts';

/**
 * Reads of the pool of which each is made once: whoever asks the same again gets the first answer,
 * as long as `db` is held. For pages that are rendered together and have most of their data in
 * common; what is answered is never from before this was called. A read that failed is made again.
 */
export function shareReads(db: Db): Db {
  const results = new Map<string, Promise<QueryResult>>();
  const query: Runner['query'] = (config) => {
    const key = `${config.text}\0${JSON.stringify(config.values)}`;
    const shared = results.get(key);
    if (shared) return shared;
    const result = toRunner(db).query(config);
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  };
  return toReadableDb(query);
}
