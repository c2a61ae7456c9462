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
    notice."groupKey"
  from jsonb_to_recordset(:notifications::jsonb) as notice(
    "userId" int, category smallint, kind text, "actorId" int, "threadId" int, "postId" int,
    "commentId" int, act text, note text, "groupKey" text
  )
  ${joinByKeySql('"user"', 'u', 'notice."userId"')}
  where ${wantsKindSql('u', 'notice.kind')}
    and (
      notice.kind not in ('reply', 'quote', 'comment', 'mention')
      or ${mayBeNotifiedSql(EVENT, `notice.kind <> 'reply'`)}
    )
  ${GROUP_NOTIFICATIONS_SQL}`)}
  select`);

interface NotificationRow extends NewNotification {
  category: number;
  groupKey: string | null;
}

const toRow = (notification: NewNotification): NotificationRow => {
  const { kind, threadId } = notification;
  const isGrouped = kind === 'reply' && threadId !== undefined;
  return {
    ...notification,
    category: NOTIFICATION_KINDS[kind].category,
    groupKey: isGrouped ? `replies:${threadId}` : null,
  };
};

/** Splits rows, because a statement can count only one event of a group. */
function* splitByGroup(rows: readonly NotificationRow[]): Generator<readonly NotificationRow[]> {
  for (let rest = rows; rest.length > 0; ) {
    const seen = new Set<string>();
    const { first = [], later = [] } = Object.groupBy(rest, ({ userId, groupKey }) => {
      const group = `${userId} ${groupKey}`;
      if (groupKey !== null && seen.has(group)) return 'later';
      seen.add(group);
      return 'first';
    });
    yield first;
    rest = later;
  }
}

/** Notifies users of kinds that they haven't disabled (R30). */
export async function notifyUsers(
  tx: Runner,
  notifications: readonly NewNotification[],
): Promise<void> {
  for (const rows of splitByGroup(notifications.map(toRow)))
    await insertNotifications(tx, { notifications: JSON.stringify(rows) });
}
