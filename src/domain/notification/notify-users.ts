import { NOTIFICATION_KINDS, type NotificationKind } from '#contracts/notifications.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import { type Runner, statement } from '#db/statement.ts';
import { mayBeToldSql } from '../watch/muting-sql.ts';
import { GROUP_NOTIFICATIONS_SQL } from './group-sql.ts';

/** Whom a post or comment notifies, and of what: three lists of the same length. */
export interface Recipients {
  toldIds: number[];
  toldCategories: number[];
  toldKinds: NotificationKind[];
}

export const toRecipients = (kindByUserId: ReadonlyMap<number, NotificationKind>): Recipients => ({
  toldIds: [...kindByUserId.keys()],
  toldCategories: [...kindByUserId.values()].map((kind) => NOTIFICATION_KINDS[kind].category),
  toldKinds: [...kindByUserId.values()],
});

/**
 * SQL: whether the user of this alias wants notifications of that kind (an expression); everybody
 * wants those that they haven't switched off.
 */
export const wantsKindSql = (user: string, kind: string): string =>
  `coalesce((${user}.notify ->> ${kind})::boolean, true)`;

interface Occasion {
  /** SQL expressions; nothing is commented on without `comment`. */
  thread: string;
  forum: string;
  post: string;
  comment?: string;
}

/**
 * SQL, a part of a statement with the parameters of `Recipients` that writes a post or comment of
 * `:userId`: notifies the users of `:toldIds` unless they have switched that kind off, or muted
 * this. `written` names the rows that the expressions are of.
 */
export const insertNotificationsSql = (
  written: string,
  { thread, forum, post, comment = 'null::int' }: Occasion,
): string => `
  insert into notification (
    user_id,
    category,
    kind,
    actor_id,
    thread_id,
    post_id,
    comment_id,
    group_key
  )
  select
    someone.id,
    someone.category,
    someone.kind,
    :userId,
    ${thread},
    ${post},
    ${comment},
    case when someone.kind = 'reply' then 'replies:' || ${thread} end
  from ${written},
    unnest(
      :toldIds::int[],
      :toldCategories::smallint[],
      :toldKinds::text[]
    ) as someone(id, category, kind)
  join "user" u on u.id = someone.id
  where :checked
    and ${wantsKindSql('u', 'someone.kind')}
    and ${mayBeToldSql({ user: 'u.id', actor: ':userId::int', thread, forum }, `someone.kind <> 'reply'`)}
  ${GROUP_NOTIFICATIONS_SQL}`;

export interface NewNotification {
  userId: number;
  kind: NotificationKind;
  /** Who did it; undefined keeps moderators unnamed. */
  actorId?: number | undefined;
  threadId?: number | undefined;
  postId?: number | undefined;
  commentId?: number | undefined;
  /** What a moderator did, as the action log names it. */
  act?: string | undefined;
  /** Why. */
  note?: string | undefined;
}

const EVENT = {
  user: 'u.id',
  actor: 'told."actorId"',
  thread: 'told."threadId"',
  forum: '(select forum_id from thread where id = told."threadId")',
};
const insertNotifications = statement<unknown, { notifications: string }>(`
  insert into notification (
    user_id,
    category,
    kind,
    actor_id,
    thread_id,
    post_id,
    comment_id,
    act,
    note,
    group_key
  )
  select
    u.id,
    told.category,
    told.kind,
    told."actorId",
    told."threadId",
    told."postId",
    told."commentId",
    coalesce(told.act, ''),
    coalesce(told.note, ''),
    case when told.kind = 'reply' then 'replies:' || told."threadId" end
  from jsonb_to_recordset(:notifications::jsonb) as told(
    "userId" int, category smallint, kind text, "actorId" int, "threadId" int, "postId" int,
    "commentId" int, act text, note text
  )
  ${joinByKeySql('"user"', 'u', 'told."userId"')}
  where ${wantsKindSql('u', 'told.kind')}
    and (
      told.kind not in ('reply', 'quote', 'comment', 'mention')
      or ${mayBeToldSql(EVENT, `told.kind <> 'reply'`)}
    )
  ${GROUP_NOTIFICATIONS_SQL}`);

/**
 * Notifies each user, in one statement, of what they haven't switched off (R30). Replies, comments
 * and likes notify within their own statements instead, which saves them a round trip.
 */
export async function notifyUsers(
  tx: Runner,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await insertNotifications(tx, {
    notifications: JSON.stringify(
      notifications.map((notification) => ({
        ...notification,
        category: NOTIFICATION_KINDS[notification.kind].category,
      })),
    ),
  });
}
