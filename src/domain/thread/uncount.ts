import { type Runner, statement } from '#db/statement.ts';

/** What a CTE `gone` returns of a thread. */
export const GONE = `forum_id, theme_id, user_id, replies_cnt, language, (digest or digest_forum) as digest`;

/** SQL that takes a thread out of all that counts it, after a CTE `gone` with GONE. */
export const UNCOUNT_THREAD = `in_forum as (
    update forum set threads_cnt = threads_cnt - 1, posts_cnt = posts_cnt - 1 - gone.replies_cnt, english_cnt = english_cnt - (gone.language = 'en_US')::int, digests_cnt = digests_cnt - gone.digest::int
    from gone where forum.id = gone.forum_id
  ), kind as (
    update theme set threads_cnt = threads_cnt - 1 from gone where theme.id = gone.theme_id
  )
  update "user" set threads_cnt = threads_cnt - 1, posts_cnt = posts_cnt - 1 from gone where "user".id = gone.user_id`;

const hold = statement<unknown>(`
  with gone as (
    update thread set checked = false where id = $1 and checked returning ${GONE}
  ), first_post as (
    update post set checked = false where thread_id = $1 and floor = 0
  ), ${UNCOUNT_THREAD}`);

/** Lets a thread that was shown wait for a moderator; it is locked already. */
export const holdThread = (tx: Runner, threadId: number): Promise<unknown> => hold(tx, [threadId]);
