import { appearanceOf } from '#contracts/appearance.ts';
import { formerUsername } from '#contracts/former-members.ts';
import { MEMBER_GROUP_ID } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { reserveFormerNames } from '#db/former-names.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { deleteOwnComment } from '../content/comment/delete.ts';
import { deleteOwnReply } from '../content/post/delete.ts';
import { deleteOwnThread } from '../content/thread/delete.ts';
import { invalidateUser } from '../people/invalidate-user.ts';
import { forgetBelongings } from './forget-belongings.ts';
import { isLastAdministrator } from './last-administrator.ts';
import { endExports } from './order-export.ts';

const ACCOUNTS_PER_RUN = 50;

/** Nickname of a deleted account, in the user's former language. */
const formerMemberName = (userId: number, language: string): string =>
  language === 'en' ? `former-member-${userId}` : `已注销用户-${userId}`;

const lockDue = statement<
  { posts: string; started: boolean; language: string; nickname: string; username: string },
  { userId: number }
>(`
  select d.posts, d.started_at is not null as started, u.language, u.nickname, u.username
  from account_deletion d
  join "user" u on u.id = d.user_id
  where d.user_id = :userId and d.due_at <= now() and d.finished_at is null
  for update of d`);
const postpone = statement<unknown, { userId: number }>(
  `update account_deletion set due_at = now() + interval '1 day' where user_id = :userId`,
);
const markStarted = statement<unknown, { userId: number }>(
  `
    update account_deletion
    set started_at = coalesce(started_at, now())
    where user_id = :userId`,
);
const markFinished = statement<unknown, { userId: number }>(
  `update account_deletion set finished_at = now() where user_id = :userId`,
);
const deleteModerator = statement<{ forumId: number }, { userId: number }>(
  `delete from forum_moderator where user_id = :userId returning forum_id as "forumId"`,
);
// The username contains the user id, so it is unique.
const anonymize = statement<
  unknown,
  { userId: number; username: string; nickname: string; appearance: string }
>(`
  update "user"
  set
    issuer = null,
    subject = null,
    username = case
      when exists (
        select
        from "user" other
        where lower(other.username) = :username and other.id <> :userId
      ) then :username || '-' || gen_random_uuid()
      else :username
    end,
    nickname = :nickname,
    name_appearance = :appearance,
    realname = '',
    avatar = '',
    avatar_chosen = true,
    description = '',
    group_id = ${MEMBER_GROUP_ID},
    email = '',
    email_checked = false,
    mobile = '',
    qq = '',
    created_ip = '',
    login_ip = '',
    notify = '{}',
    left_at = now(),
    updated_at = now()
  where id = :userId`);
const endSessions = statement<unknown, { userId: number }>(
  `delete from session where user_id = :userId`,
);
const deleteTokens = statement<unknown, { userId: number }>(
  `delete from access_token where user_id = :userId`,
);

/**
 * Anonymizes the account and ends its sessions and tokens, in one transaction. Returns the choice
 * for posts; undefined if it isn't due or the user is the last administrator.
 */
const beginDeletion = (db: Db, userId: number): Promise<'keep' | 'delete' | undefined> =>
  inTransaction(db, async (tx) => {
    const [due] = await lockDue(tx, { userId });
    if (!due) return undefined;
    if (!due.started) {
      if (await isLastAdministrator(tx, userId)) {
        await postpone(tx, { userId });
        return undefined;
      }
      const nickname = formerMemberName(userId, due.language);
      await markStarted(tx, { userId });
      await reserveFormerNames(tx, userId, [due.nickname, due.username]);
      await anonymize(tx, {
        userId,
        username: formerUsername(userId),
        nickname,
        appearance: appearanceOf(nickname),
      });
      await endSessions(tx, { userId });
      await deleteTokens(tx, { userId });
      await endExports(tx, { userId });
      const forums = await deleteModerator(tx, { userId });
      await invalidate(
        tx,
        toInvalidations(
          urgency.moderation,
          ...forums.map(({ forumId }) => cacheTag.forum(forumId)),
        ),
      );
      await invalidateUser(tx, userId);
    }
    return due.posts === 'delete' ? 'delete' : 'keep';
  });

const ITEMS_PER_STEP = 100;

type WalkParams = { userId: number; after: number };
const selectThreads = statement<{ id: number }, WalkParams>(`
  select id
  from thread
  where user_id = :userId and id > :after and state <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);
// The expressions exclude partial indexes of replies, which cover all users.
const selectReplies = statement<{ id: number }, WalkParams>(`
  select id
  from post
  where user_id = :userId and id > :after and floor + 0 > 0 and state || '' <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);
const selectComments = statement<{ id: number }, WalkParams>(`
  select id
  from comment
  where user_id = :userId and id > :after and state <> 'deleted'
  order by id
  limit ${ITEMS_PER_STEP}`);

export interface WithdrawalContext {
  db: Db;
  /** Resolves when the published pages with these tags are removed. */
  takeDown(tags: readonly string[]): Promise<void>;
  signal: AbortSignal;
}

/** Deletes a user's threads, replies and comments one by one; can resume. */
async function withdrawPosts(
  { db, takeDown, signal }: WithdrawalContext,
  userId: number,
): Promise<void> {
  const walks = [
    { select: selectThreads, remove: (id: number) => deleteOwnThread(db, userId, id) },
    { select: selectReplies, remove: (id: number) => deleteOwnReply(db, userId, id) },
    { select: selectComments, remove: (id: number) => deleteOwnComment(db, userId, id) },
  ];
  for (const { select, remove } of walks)
    for (let after = 0; ; ) {
      const rows = await select(db, { userId, after });
      for (const { id } of rows) {
        signal.throwIfAborted();
        const tags = await remove(id);
        if (tags.length > 0) await takeDown(tags);
        after = id;
      }
      if (rows.length < ITEMS_PER_STEP) break;
    }
}

/** Deletes a due account; resumes after an interruption. Returns whether it was deleted. */
export async function deleteAccount(context: WithdrawalContext, userId: number): Promise<boolean> {
  const { db, signal } = context;
  const posts = await beginDeletion(db, userId);
  if (posts === undefined) return false;
  if (posts === 'delete') await withdrawPosts(context, userId);
  await forgetBelongings(db, signal, userId);
  await markFinished(db, { userId });
  return true;
}

const selectDue = statement<{ userId: number }>(`
  select user_id as "userId"
  from account_deletion
  where due_at <= now() and finished_at is null
  order by due_at
  limit ${ACCOUNTS_PER_RUN}`);

/** Deletes due accounts despite single failures. Returns their number. Throws AggregateError. */
export async function deleteDueAccounts(context: WithdrawalContext): Promise<number> {
  const errors: unknown[] = [];
  let deleted = 0;
  for (const { userId } of await selectDue(context.db)) {
    context.signal.throwIfAborted();
    try {
      if (await deleteAccount(context, userId)) deleted++;
    } catch (error) {
      if (context.signal.aborted) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'accounts that could not be deleted');
  return deleted;
}
