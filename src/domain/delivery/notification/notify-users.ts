import { NOTIFICATION_KINDS, type NotificationKind } from '#contracts/notifications.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import { type Runner, statement } from '#db/statement.ts';
import { notifySql } from '../events.ts';
import { mayBeNotifiedSql } from '../watch/muting-sql.ts';
import { GROUP_NOTIFICATIONS_SQL } from './group-sql.ts';

/** Receivers of a post or comment's notifications, as three lists of equal length. */
export interface Recipients {
  receiverIds: number[];
  receiverCategories: number[];
  receiverKinds: NotificationKind[];
}

export const toRecipients = (kindByUserId: ReadonlyMap<number, NotificationKind>): Recipients => ({
  receiverIds: [...kindByUserId.keys()],
  receiverCategories: [...kindByUserId.values()].map((kind) => NOTIFICATION_KINDS[kind].category),
  receiverKinds: [...kindByUserId.values()],
});

/** SQL: whether the user of this alias wants a kind (an expression); by default yes. */
export const wantsKindSql = (user: string, kind: string): string =>
  `coalesce((${user}.notify ->> ${kind})::boolean, true)`;

interface Occasion {
  /** SQL expressions; `comment` is omitted unless a comment was written on. */
  thread: string;
  forum: string;
  post: string;
  comment?: string;
}

/**
 * SQL: CTEs of a statement with the parameters of `Recipients`. They notify `:receiverIds` of a
 * post or comment by `:userId`, except users who disabled the kind or muted this. `written` names
 * the rows of the expressions.
 */
export const notifyRecipientsSql = (
  written: string,
  { thread, forum, post, comment = 'null::int' }: Occasion,
): string =>
  notifySql(`(
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
      :receiverIds::int[],
      :receiverCategories::smallint[],
      :receiverKinds::text[]
    ) as someone(id, category, kind)
  join "user" u on u.id = someone.id
  where :checked
    and ${wantsKindSql('u', 'someone.kind')}
    and ${mayBeNotifiedSql({ user: 'u.id', actor: ':userId::int', thread, forum }, `someone.kind <> 'reply'`)}
  ${GROUP_NOTIFICATIONS_SQL}`);

export interface NewNotification {
  userId: number;
  kind: NotificationKind;
  /** The actor; undefined for moderators, who stay anonymous. */
  actorId?: number | undefined;
  threadId?: number | undefined;
  postId?: number | undefined;
  commentId?: number | undefined;
  /** A moderator's action, as in the action log. */
  act?: string | undefined;
  /** The reason. */
  note?: string | undefined;
}

const EVENT = {
  user: 'u.id',
  actor: 'notice."actorId"',
  thread: 'notice."threadId"',
  forum: '(select forum_id from thread where id = notice."threadId")',
};
const insertNotifications = statement<unknown, { notifications: string }>(`
  with ${notifySql(`(
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
    notice.category,
    notice.kind,
    notice."actorId",
    notice."threadId",
    notice."postId",
    notice."commentId",
    coalesce(notice.act, ''),
    coalesce(notice.note, ''),
    case when notice.kind = 'reply' then 'replies:' || notice."threadId" end
  from jsonb_to_recordset(:notifications::jsonb) as notice(
    "userId" int, category smallint, kind text, "actorId" int, "threadId" int, "postId" int,
    "commentId" int, act text, note text
  )
  ${joinByKeySql('"user"', 'u', 'notice."userId"')}
  where ${wantsKindSql('u', 'notice.kind')}
    and (
      notice.kind not in ('reply', 'quote', 'comment', 'mention')
      or ${mayBeNotifiedSql(EVENT, `notice.kind <> 'reply'`)}
    )
  ${GROUP_NOTIFICATIONS_SQL}`)}
  select`);

/** Splits notifications, because a statement can count only one event of a group. */
function* splitByGroup(notifications: readonly NewNotification[]): Generator<NewNotification[]> {
  let rest = notifications;
  while (rest.length > 0) {
    const events = Map.groupBy(rest, ({ kind, userId, threadId }) =>
      kind === 'reply' ? `${userId} ${threadId}` : 'ungrouped',
    );
    const ungrouped = events.get('ungrouped') ?? [];
    events.delete('ungrouped');
    yield [...ungrouped, ...[...events.values()].flatMap((group) => group.slice(0, 1))];
    rest = [...events.values()].flatMap((group) => group.slice(1));
  }
}

/** Notifies users of kinds that they haven't disabled (R30). */
export async function notifyUsers(
  tx: Runner,
  notifications: readonly NewNotification[],
): Promise<void> {
  for (const part of splitByGroup(notifications))
    await insertNotifications(tx, {
      notifications: JSON.stringify(
        part.map((notification) => ({
          ...notification,
          category: NOTIFICATION_KINDS[notification.kind].category,
        })),
      ),
    });
}
