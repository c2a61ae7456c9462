import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { findRunningPostgres } from '#db/embedded/find-running.ts';
import type { Env } from '#platform/env.ts';
import { withTimeout } from '#platform/timeout.ts';
import { describeError } from './describe-error.ts';
import { type Result, skipped } from './finding.ts';

/** The forum under test. */
export interface Forum {
  env: Env;
  /** '' if the embedded database isn't running. */
  databaseUrl: string;
  /** The database after its first answer, or why there is none. */
  connected: Promise<{ db: Db } | { why: string }>;
}

/** Further parallel queries of the checks are queued. */
const CONNECTIONS = 4;
/** Less than a check's limit, so that the error is reported. */
const CONNECT_LIMIT_MS = 5_000;

/** A pool for the doctor; `url`: the database or its replica. */
export const openDatabase = (url: string): Db =>
  createDb({ url, kind: 'maintenance', maxConnections: CONNECTIONS, name: 'forum doctor' });

async function connect(url: string): Promise<{ db: Db } | { why: string }> {
  if (!url) return { why: 'it does not run' };
  try {
    const db = openDatabase(url);
    await withTimeout(CONNECT_LIMIT_MS, db.execute(sql`select 1`));
    return { db };
  } catch (error) {
    return { why: describeError(error) };
  }
}

/** Opens the forum of the settings, without starting the embedded database. */
export function openForum(env: Env): Forum {
  const databaseUrl = env.DATABASE_URL ?? findRunningPostgres(env.DATA_DIR) ?? '';
  return { env, databaseUrl, connected: connect(databaseUrl) };
}

/** Memoizes a query that several checks need, per `of`. */
export function askOnce<Of extends object, More extends unknown[], Answer>(
  ask: (of: Of, ...more: More) => Answer,
): (of: Of, ...more: More) => Answer {
  const answers = new WeakMap<Of, Answer>();
  return (of, ...more) => {
    const answer = answers.get(of) ?? ask(of, ...more);
    answers.set(of, answer);
    return answer;
  };
}

/** A check of the database; skipped while it doesn't answer. */
export const withDatabase =
  (run: (db: Db, forum: Forum) => Promise<Result>) =>
  async (forum: Forum): Promise<Result> => {
    const connected = await forum.connected;
    return 'db' in connected ? run(connected.db, forum) : skipped('The database does not answer.');
  };
