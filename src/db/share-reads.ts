import type { QueryResult } from 'pg';
import type { Db } from './client.ts';
import { type Runner, toReadableDb, toRunner } from './statement.ts';

/**
 * Deduplicates reads of a pool, for pages rendered together: the first answer serves all. Failed
 * reads are repeated.
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
