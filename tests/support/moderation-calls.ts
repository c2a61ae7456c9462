import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/client.ts';
import type { CallReply } from './moderation-api.ts';
import type { Caller, TestApi } from './test-api.ts';

/** A moderator's actions through the API, their reversal, and their results. */
export function moderationCalls(api: TestApi, db: Db, moderator: Caller) {
  const act = (method: string, path: string, body: object, by = moderator) =>
    by.call<CallReply>(method, path, body);
  const undo = async (answer: CallReply, by = moderator) => {
    for (const { method, path, body } of answer.data.undo)
      expect((await act(method, path, body, by)).body).toMatchObject({ code: 0 });
  };
  const entries = async (column: string, id: number) =>
    (
      await db.execute(
        sql.raw(
          `
            select actor_id, action, reason, forum_id
            from action_log
            where ${column} = ${id}
            order by id`,
        ),
      )
    ).rows;
  const info = async (thread: number) =>
    (await api.call<CallReply<Record<string, unknown>>>('GET', `/api/v1/thread/info?id=${thread}`))
      .body.data;

  return { act, undo, entries, info };
}
