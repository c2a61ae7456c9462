import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { PEOPLE } from './people.ts';
import type { Caller, TestApi } from './test-api.ts';

export const ADMIN = PEOPLE.globalModerator;
export const MODERATOR = PEOPLE.forumModerator;
/** Moderates other forums than forum 1. */
export const OTHER_MODERATOR = PEOPLE.otherForumModerator;
export const MEMBER = PEOPLE.member;
export const OTHER = PEOPLE.otherMember;

export interface CallReply<
  Data = {
    changed: number[];
    unchanged: number[];
    undo: { method: string; path: string; body: object }[];
  },
> {
  code: number;
  msg: string;
  err_code?: string;
  err_payload?: unknown;
  data: Data;
  total_count: number;
}

/** Makes the moderators moderate forum 1 only and forum 2 only. */
export async function appointModerators(db: Db): Promise<void> {
  await db.execute(
    sql`
      delete from forum_moderator
      where forum_id in (1, 2) or user_id in (${MODERATOR}, ${OTHER_MODERATOR})`,
  );
  await db.execute(
    sql`
      insert into forum_moderator (forum_id, user_id)
      values (1, ${MODERATOR}), (2, ${OTHER_MODERATOR})`,
  );
}

let count = 0;
export const freshMessage = (): string => `<p>第 ${++count} 段写给版主看的话</p>`;

export async function createWriters(api: TestApi, member: Caller, other: Caller) {
  const thread = async (
    by = member,
    forumId = 1,
    themeId = forumId === 1 ? 1 : undefined,
  ): Promise<number> => {
    const theme =
      themeId ??
      (
        await api.call<{ id: number; may_choose: boolean }[]>(
          'GET',
          `/api/v1/forum/theme?forum_id=${forumId}`,
        )
      ).body.find(({ may_choose }) => may_choose)?.id;
    const { body } = await by.call<CallReply<{ id: number }>>('POST', '/api/v1/thread', {
      forum_id: forumId,
      type_id: theme,
      subject: `主题 ${++count}`,
      message: freshMessage(),
      language: 'zh_CN',
    });
    return body.data.id;
  };
  const reply = async (threadId: number, by = other, more: object = {}): Promise<number> =>
    (
      await by.call<CallReply<{ id: number }>>('POST', '/api/v1/post', {
        thread_id: threadId,
        message: freshMessage(),
        ...more,
      })
    ).body.data.id;
  const comment = async (postId: number, by = member): Promise<number> =>
    (
      await by.call<CallReply<{ id: number }>>('POST', '/api/v1/post/comment', {
        post_id: postId,
        message: freshMessage(),
      })
    ).body.data.id;
  return { thread, reply, comment };
}
