import { LRUCache } from 'lru-cache';
import type { Lang } from '#contracts/language.ts';
import type { LevelWire, UserWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Community } from '../forum/wire-community.ts';
import { isHidden, presentUser, type UserRow, userColumns } from './present.ts';

/*
 * The authors that replies repeat. A list's statement asks for the version of each author's row
 * (its xmin), and only people who are unknown or have changed are read: in a running forum a page
 * of twenty threads asks for none or one.
 */

/**
 * SQL: the version of the row of a user; `id` is an SQL expression. A scalar query, so that it is
 * one look into the index.
 */
export const userVersionSql = (id: string): string =>
  `(select xmin::text from "user" where id = ${id})`;

type Kept = UserRow & { version: string };

/** People whose rows are kept, about 1 kB each. */
const KEPT_PEOPLE = 5_000;
const kept = new WeakMap<Db, LRUCache<number, Kept>>();
const byIds = statement<Kept, { ids: readonly number[] }>(
  `select ${userColumns}, u.xmin::text as version from "user" u where u.id = any(:ids::int[])`,
);

function keptFor(db: Db): LRUCache<number, Kept> {
  const known = kept.get(db) ?? new LRUCache<number, Kept>({ max: KEPT_PEOPLE });
  kept.set(db, known);
  return known;
}

/** Rows of people by id; `wanted` gives the version that each has at least. */
async function readRows(db: Db, wanted: ReadonlyMap<number, string>): Promise<Map<number, Kept>> {
  const cache = keptFor(db);
  const found = new Map<number, Kept>();
  const missing: number[] = [];
  for (const [id, version] of wanted) {
    const row = cache.get(id);
    if (row?.version === version) found.set(id, row);
    else missing.push(id);
  }
  for (const row of missing.length > 0 ? await byIds(db, { ids: missing }) : []) {
    cache.set(row.id, row);
    found.set(row.id, row);
  }
  return found;
}

/** The people of one reply, each presented once. */
export class People {
  readonly #rows: Map<number, Kept>;
  readonly #community: Community;
  readonly #lang: Lang;
  readonly #now: number;
  readonly #presented = new Map<number, UserWire>();

  constructor(rows: Map<number, Kept>, community: Community, lang: Lang, now: number) {
    this.#rows = rows;
    this.#community = community;
    this.#lang = lang;
    this.#now = now;
  }

  row(id: number): UserRow {
    const row = this.#rows.get(id);
    if (!row) throw new Error(`user ${id} was not read`);
    return row;
  }

  /** Whether their content is hidden by a ban that is in force (R29). */
  hidden(id: number): boolean {
    return isHidden(this.row(id), this.#now);
  }

  user(id: number): UserWire {
    const known = this.#presented.get(id);
    if (known) return known;
    const row = this.row(id);
    const group = this.#community.groups.get(row.groupId);
    const user = presentUser(row, {
      levels: this.#community.levels[this.#lang].get(row.levelId) as LevelWire,
      groupName: (this.#lang === 'en' ? group?.name_en : group?.name) ?? '',
      now: this.#now,
    });
    this.#presented.set(id, user);
    return user;
  }
}

export async function readPeople(
  db: Db,
  wanted: ReadonlyMap<number, string>,
  community: Community,
  lang: Lang,
  now: number,
): Promise<People> {
  return new People(await readRows(db, wanted), community, lang, now);
}
