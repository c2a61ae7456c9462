import { LRUCache } from 'lru-cache';
import type { Lang } from '#contracts/language.ts';
import type { LevelWire, UserWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { isContentHidden, toUserWire, type UserRow, userColumns } from '../reference/user-wire.ts';

/* Caches authors by row version (xmin): a page of twenty threads usually reads none or one. */

/** SQL: version of a user's row; `id` is an expression. A scalar query is one index look-up. */
export const userVersionSql = (id: string): string =>
  `(select xmin::text from "user" where id = ${id})`;

/** A row with a user id and that user's row version. */
export interface NamesUser {
  userId: number;
  userVersion: string;
}

type CachedUser = UserRow & { version: string };

/** Cached rows, about 1 kB each. */
const MAX_CACHED_USERS = 5_000;
const caches = new WeakMap<Db, LRUCache<number, CachedUser>>();
const selectUsers = statement<CachedUser, { ids: readonly number[] }>(
  `select ${userColumns}, u.xmin::text as version from "user" u where u.id = any(:ids::int[])`,
);

function getCache(db: Db): LRUCache<number, CachedUser> {
  const cached = caches.get(db) ?? new LRUCache<number, CachedUser>({ max: MAX_CACHED_USERS });
  caches.set(db, cached);
  return cached;
}

/** User rows by id, at least as new as `userVersions`. */
async function readUserRows(
  db: Db,
  userVersions: ReadonlyMap<number, string>,
): Promise<Map<number, CachedUser>> {
  const cache = getCache(db);
  const found = new Map<number, CachedUser>();
  const missing: number[] = [];
  for (const [id, version] of userVersions) {
    const row = cache.get(id);
    if (row?.version === version) found.set(id, row);
    else missing.push(id);
  }
  for (const row of missing.length > 0 ? await selectUsers(db, { ids: missing }) : []) {
    cache.set(row.id, row);
    found.set(row.id, row);
  }
  return found;
}

/** The users of one response, each presented once. */
export class PresentedUsers {
  readonly #rows: Map<number, CachedUser>;
  readonly #community: ReferenceData;
  readonly #lang: Lang;
  readonly #now: number;
  readonly #presented = new Map<number, UserWire>();

  constructor(rows: Map<number, CachedUser>, reference: ReferenceData, lang: Lang, now: number) {
    this.#rows = rows;
    this.#community = reference;
    this.#lang = lang;
    this.#now = now;
  }

  getRow(id: number): UserRow {
    const row = this.#rows.get(id);
    if (!row) throw new Error(`user ${id} was not read`);
    return row;
  }

  /** Whether an active ban hides their content (R29). */
  isHidden(id: number): boolean {
    return isContentHidden(this.getRow(id), this.#now);
  }

  toWire(id: number): UserWire {
    const known = this.#presented.get(id);
    if (known) return known;
    const row = this.getRow(id);
    const group = this.#community.groups.get(row.groupId);
    const user = toUserWire(row, {
      levels: this.#community.levels[this.#lang].get(row.levelId) as LevelWire,
      groupName: (this.#lang === 'en' ? group?.name_en : group?.name) ?? '',
      now: this.#now,
    });
    this.#presented.set(id, user);
    return user;
  }
}

export async function readPresentedUsers(
  db: Db,
  naming: readonly NamesUser[],
  reference: ReferenceData,
  lang: Lang,
  now: number,
): Promise<PresentedUsers> {
  const userVersions = new Map(naming.map(({ userId, userVersion }) => [userId, userVersion]));
  return new PresentedUsers(await readUserRows(db, userVersions), reference, lang, now);
}
