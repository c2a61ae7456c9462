import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  ADMIN,
  appointModerators,
  type CallReply,
  createWriters,
  MEMBER,
  MODERATOR,
  OTHER,
} from './moderation-api.ts';
import { testApi } from './test-api.ts';
import { demoDatabase } from './test-database.ts';

/** A database of the file's own with authors, and moderators who merge threads. */
export async function mergingWorld() {
  const { db } = await demoDatabase();
  const api = await testApi(db);
  const [member, other, moderator, admin] = await Promise.all([
    api.as(MEMBER),
    api.as(OTHER),
    api.as(MODERATOR),
    api.as(ADMIN),
  ]);
  const write = await createWriters(api, member, other);
  await appointModerators(db);
  const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
    (await db.execute(query)).rows[0] as T;
  return {
    db,
    api,
    member,
    other,
    moderator,
    admin,
    write,
    one,
    first: async (thread: number): Promise<number> =>
      (await one<{ id: number }>(sql`select first_post_id as id from thread where id = ${thread}`))
        .id,
    merge: (id: number, into: number, by = moderator) =>
      by.call<CallReply>('POST', '/api/v2/moderation/actions', {
        action: 'merge',
        kind: 'thread',
        ids: [id],
        into,
        note: '同一个问题',
        is_notify: 1,
      }),
    undo: async ({ data }: CallReply, by = moderator): Promise<void> => {
      for (const { method, path, body } of data.undo)
        expect((await by.call<CallReply>(method, path, body)).body).toMatchObject({ code: 0 });
    },
  };
}
