import { getCookie, setCookie } from 'hono/cookie';
import type { Db } from '#db/client.ts';
import type { ApiContext } from './context.ts';

/*
 * A replica may lag, but callers see their own writes. Each answer to a write carries a position of
 * the primary's log (LSN), as a cookie for browsers and as a header for programs. A read with a
 * position includes all writes up to it.
 */

const LSN_COOKIE = 'bbs_lsn';
const LSN_HEADER = 'X-Forum-Lsn';
const LSN_PATTERN = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
/** Of a primary that doesn't answer: no replica reaches it. */
const UNKNOWN_LSN = 'FFFFFFFF/FFFFFFFF';
/** Seconds for which browsers send a position. A replica that lags longer isn't used. */
const LSN_COOKIE_SECONDS = 60;

/** For reads that may lag, except behind the caller's own writes. */
export function getReads(c: ApiContext): Db {
  const { db, replica } = c.var.deps;
  if (!replica) return db;
  const lsn = c.req.header(LSN_HEADER) ?? getCookie(c, LSN_COOKIE) ?? '';
  return LSN_PATTERN.test(lsn) ? replica.readsAfter(lsn) : replica.reads;
}

/** Adds the position after a write to its answer. */
export async function sendWrittenLsn(c: ApiContext): Promise<void> {
  const { replica, env } = c.var.deps;
  if (!replica) return;
  const lsn = await replica.readWrittenLsn().catch(() => UNKNOWN_LSN);
  c.res.headers.set(LSN_HEADER, lsn);
  setCookie(c, LSN_COOKIE, lsn, {
    path: '/api',
    maxAge: LSN_COOKIE_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: env.secure,
  });
}
