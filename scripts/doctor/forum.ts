import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { findRunningPostgres } from '#db/embedded/find-running.ts';
import type { Env } from '#platform/env.ts';
import { withTimeout } from '#platform/timeout.ts';
import { describeError } from './describe-error.ts';
import { type Result, skipped } from './finding.ts';

/** The forum that is looked at. */
export interface Forum {
  env: Env;
  /** '' while the embedded database doesn't run. */
  databaseUrl: string;
  /** The database, once it has answered; or why it doesn't. */
  connected: Promise<{ db: Db } | { why: string }>;
}

/** What else is asked of the database at the same time waits for one of these. */
const CONNECTIONS = 4;
/** Milliseconds for the first answer; less than a check has, so that it can say what is wrong. */
const CONNECT_LIMIT_MS = 5_000;

/** A pool of the doctor's own; `url`: the database, or its replica. */
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

/**
 * Opens what the settings name. The embedded database is found where it runs, and isn't started:
 * the doctor only looks.
 */
export function openForum(env: Env): Forum {
  const databaseUrl = env.DATABASE_URL ?? findRunningPostgres(env.DATA_DIR) ?? '';
  return { env, databaseUrl, connected: connect(databaseUrl) };
}

/** What several checks judge: asked for once of each `of`. */
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

/** A look at what the database knows; skipped while it doesn't answer. */
export const withDatabase =
  (look: (db: Db, forum: Forum) => Promise<Result>) =>
  async (forum: Forum): Promise<Result> => {
    const connected = await forum.connected;
    return 'db' in connected ? look(connected.db, forum) : skipped('The database does not answer.');
  };
