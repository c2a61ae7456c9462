import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createSession } from '#auth/session.ts';
import { deriveXsrfToken } from '#auth/xsrf.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { createToken } from '../../scripts/create-token.ts';
import { PEOPLE } from './people.ts';
import { type Site, startSite } from './test-site.ts';

/* A site whose publisher is observed from outside. */

export const SUPER = PEOPLE.administrator;
export const ADMIN = PEOPLE.globalModerator;
export const MEMBER = PEOPLE.member;
export const OTHER = PEOPLE.otherMember;
export const BANNED = PEOPLE.fourthMember;

/** A check reads and renders all pages of the community. */
const CHECK_WAIT = { timeout: 240_000, interval: 50 };

/** For recovery from faults, which may take long on a busy machine. */
export const waitPatiently = <T>(what: () => T | Promise<T>) =>
  vi.waitFor(what, { timeout: 60_000, interval: 50 });

/** Starts a site with API callers, requests and publisher commands. Call it at a suite's top. */
export async function startPublishingSite(env: Record<string, string> = {}, databaseUrl?: string) {
  const site = await startSite({ mayComplain: true, env, ...(databaseUrl ? { databaseUrl } : {}) });
  const tokens = new Map<number, string>();
  const call = async (by: number, method: string, path: string, body?: unknown) => {
    const token =
      tokens.get(by) ??
      (
        await createToken(site.db, {
          userId: by,
          name: 'faults',
          scopes: ['read', 'write', 'moderate'],
        })
      ).token;
    tokens.set(by, token);
    const response = await fetch(site.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as { code: number; data: { id: number } },
    };
  };
  /** Calls the admin area as an administrator. */
  const administer = async <T>(method: string, path: string, body?: unknown) => {
    const session = await createSession(site.db, {
      userId: SUPER,
      kind: 'admin',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    const headers = {
      cookie: `bbs_admin=${session}; XSRF-TOKEN=${deriveXsrfToken(session)}`,
      'x-xsrf-token': deriveXsrfToken(session),
      'content-type': 'application/json',
      origin: site.url,
    };
    return (await (
      await fetch(site.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).json()) as T;
  };
  const visit = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const thread = async (word: string) =>
    (
      await call(MEMBER, 'POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: `${word}主题`,
        message: `<p>${word}正文</p>`,
        language: 'zh_CN',
      })
    ).body.data.id;
  const reply = async (threadId: number, word: string) =>
    (await call(MEMBER, 'POST', '/api/v1/post', { thread_id: threadId, message: `<p>${word}</p>` }))
      .body.data.id;
  const order = async (tag: string, level = 2) => {
    await site.db.execute(sql`insert into invalidation (tag, urgency) values (${tag}, ${level})`);
    await site.db.execute(sql`select pg_notify('invalidation', ${String(level)})`);
  };
  /** Publishes everything that writes have changed; counts would wait for half a minute. */
  const publishPending = async () => {
    await site.db.execute(sql`
      update invalidation
      set urgency = 3
      where urgency = 4`);
    await site.db.execute(sql`select pg_notify('invalidation', '3')`);
    await waitPatiently(async () =>
      expect((await site.db.execute(sql`select tag from invalidation`)).rows).toEqual([]),
    );
  };
  /** Result of the check of all pages, from the admin area. */
  const check = async () => {
    const { job } = await administer<{ job: number }>('POST', '/api/v2/admin/publishing/jobs', {
      what: 'check',
      all: true,
    });
    const readState = async () =>
      (await administer<{ state: string }>('GET', `/api/v2/admin/jobs/${job}`)).state;
    await vi.waitFor(async () => expect(await readState()).toBe('done'), CHECK_WAIT);
    return (
      await administer<{ rows: { detail: unknown }[] }>('GET', `/api/v2/admin/jobs/${job}/items`)
    ).rows.map(({ detail }) => detail);
  };
  return { ...site, call, administer, visit, thread, reply, order, publishPending, check };
}

/** Path of a page's file. */
export const pageFile = (site: Pick<Site, 'siteDir'>, path: string) =>
  join(site.siteDir, toFilePath(path));
export const hasPageFile = (site: Pick<Site, 'siteDir'>, path: string) =>
  existsSync(pageFile(site, path));
/** Pages whose rendering failed, from the database. */
export const readFailures = async ({ db }: Pick<Site, 'db'>) =>
  (await db.execute(sql`select path, times from publish_failure order by path`)).rows as {
    path: string;
    times: number;
  }[];
/** Number of log lines with this text. */
export const countInLog = (site: Pick<Site, 'log'>, text: string) =>
  site.log().split(text).length - 1;
