import type { Lang } from '#contracts/language.ts';
import type { MailFrequency } from '#contracts/mailing.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql } from '../message/reader-text.ts';
import { toReaderGroupId, type Viewer } from '../shared/viewer.ts';
import { isAuthorShownSql, isShownSql } from '../shared/visibility.ts';
import { isLetterKey, unreadLettersSql, unreadNotificationSql } from './event-keys.ts';
import { NOTIFIED_JOINS_SQL } from './notification/notified-joins.ts';
import { isCurrentSql, isQueueKindSql, queueLengthSql } from './notification/queue-notices.ts';
import { ignoredIdsSql, mayBeNotifiedSql } from './watch/muting-sql.ts';

/* Contents as the receiver may read them at delivery; unreadable and read items are left out. */

export interface Receiver {
  userId: number;
  nickname: string;
  address: string;
  checked: boolean;
  lang: Lang;
  viewer: Viewer;
  /** Deleted, or currently banned. */
  isAway: boolean;
  isStopped: boolean;
  frequency: MailFrequency;
  digest: boolean;
  notices: Readonly<Record<string, boolean>>;
}

interface ReceiverRow extends Omit<Receiver, 'viewer'> {
  groupId: number;
  read: boolean;
}

const selectReceiver = statement<ReceiverRow, { userId: number }>(`
  select
    u.id as "userId",
    u.nickname,
    u.email as address,
    u.email_checked as checked,
    u.language as lang,
    u.group_id as "groupId",
    coalesce(g.allow_read, false) as read,
    u.left_at is not null
      or coalesce(${isBannedSql('u')}, false) as "isAway",
    c.stopped_at is not null as "isStopped",
    coalesce(c.frequency, 'off') as frequency,
    coalesce(c.digest, false) as digest,
    coalesce(c.notices, '{}') as notices
  from "user" u
  left join "group" g on g.id = u.group_id
  left join mail_choice c on c.user_id = u.id
  where u.id = :userId`);

export async function readReceiver(db: Db, userId: number): Promise<Receiver | undefined> {
  const [row] = await selectReceiver(db, { userId });
  if (!row) return undefined;
  const { groupId, read, ...rest } = row;
  return { ...rest, viewer: { userId, groupId, rights: { read } } };
}

/** Whether emails may be sent to the receiver at all. */
export const isReachable = ({ address, checked, isAway, isStopped }: Receiver): boolean =>
  address !== '' && checked && !isAway && !isStopped;

/** A notification, or a group of one kind about one subject. */
export interface Item {
  key: string;
  kind: string;
  category: number;
  /** Delivered events, or the length of a review queue. */
  events: number;
  note: string;
  /** The moderator's action, as in the action log. */
  act: string;
  threadId: number | null;
  postId: number | null;
  commentId: number | null;
  floor: number;
  subject: string;
  forumId: number;
  forumName: string;
  forumNameEn: string;
  excerpt: string;
  /** '' if no user is named. */
  actor: string;
  likes: number;
}

/** SQL: the post `g` is shown, and the receiver may be notified of it. */
const IS_NOTIFIABLE_SQL = `
  ${isShownSql('g')}
  and ${isAuthorShownSql('gu')}
  and g.user_id <> notice.user_id
  and g.user_id <> all (${ignoredIdsSql(':userId')})`;
/** SQL: the group's first shown post from the linked one on, which may be deleted or moved. */
const FIRST_OF_GROUP_SQL = `
  case
    when notice.count = 1 then null
    when notice.group_key like 'replies:%' then (
      select g.id
      from post g
      ${joinByKeySql('"user"', 'gu', 'g.user_id')}
      where g.thread_id = notice.thread_id
        and g.floor >= (
          select
            case
              when first.thread_id = notice.thread_id then first.floor
              when first.from_thread_id = notice.thread_id then first.from_floor
            end
          from post first
          where first.id = notice.post_id
        )
        and ${IS_NOTIFIABLE_SQL}
      order by g.floor
      limit 1
    )
    when notice.group_key like 'threads:%' then (
      select g.id
      from post g
      join thread gt on gt.id = g.thread_id
      ${joinByKeySql('"user"', 'gu', 'g.user_id')}
      where g.forum_id = split_part(notice.group_key, ':', 2)::int
        and g.floor = 0
        and g.id >= notice.post_id
        and ${isShownSql('gt')}
        and ${IS_NOTIFIABLE_SQL}
      order by g.id
      limit 1
    )
  end`;

/** SQL: keys, each once, with their events; null: all unread ones. */
const REFS_SQL = `
  select key, sum(events)::int as events
  from jsonb_to_recordset(:refs::jsonb) as ref(key text, events int)
  group by key`;

// As in delivery/notification/read.ts, for the receiver; items that aren't shown are left out.
const selectItems = statement<Item, { userId: number; refs: string; reader: number | null }>(`
  select
    n.key,
    n.kind,
    n.category,
    case
      when ${isQueueKindSql('n')} then ${queueLengthSql('n')}
      when n.group_key is null then coalesce(n.events, n.count)
      else least(n.events, n.count)
    end as events,
    n.note,
    n.act,
    t.id as "threadId",
    p.id as "postId",
    n.comment_id as "commentId",
    coalesce(p.floor, 0) as floor,
    case
      when shown.thread then coalesce(t.subject, '')
      else ''
    end as subject,
    coalesce(t.forum_id, n.forum_id, 0) as "forumId",
    coalesce(f.name, '') as "forumName",
    coalesce(f.name_en, '') as "forumNameEn",
    case
      when not shown.thread or n.kind = 'like' then ''
      when c.id is not null then case
          when ${isShownSql('c')} and ${isAuthorShownSql('cu')} then ${readerExcerptSql(
            'c.html',
            'c.excerpt',
          )}
          else ''
        end
      when ${isShownSql('p')} and ${isAuthorShownSql('pu')} then ${readerExcerptSql(
        'p.html',
        'p.excerpt',
      )}
      else ''
    end as excerpt,
    coalesce(s.nickname, '') as actor,
    case
      when n.kind <> 'like' then 0
      when c.id is not null then c.likes_cnt
      when n.post_id is null or p.floor = 0 then coalesce(t.likes_cnt, 0)
      else coalesce(p.likes_cnt, 0)
    end as likes
  from (${REFS_SQL}) refs
  cross join lateral (${unreadNotificationSql(':userId', 'refs.key')}) notice
  cross join lateral (
    select
      refs.key,
      refs.events,
      notice.id,
      notice.user_id,
      notice.kind,
      notice.category,
      notice.actor_id,
      notice.thread_id,
      coalesce(${FIRST_OF_GROUP_SQL}, notice.post_id) as post_id,
      notice.comment_id,
      notice.forum_id,
      notice.group_key,
      notice.count,
      notice.note,
      notice.act
  ) n
  ${NOTIFIED_JOINS_SQL}
  where ${isCurrentSql('n')}
    and (
      n.category = ${MESSAGE_CATEGORIES.system}
      or (
        shown.thread
        and (p.id is null or (${isShownSql('p')} and ${isAuthorShownSql('pu')}))
        and (c.id is null or (${isShownSql('c')} and ${isAuthorShownSql('cu')}))
        and ${mayBeNotifiedSql(
          {
            user: 'n.user_id',
            actor: 'n.actor_id',
            thread: 'n.thread_id',
            forum: '(select forum_id from thread where id = n.thread_id)',
          },
          'true',
        )}
      )
    )
  order by n.id desc`);

export interface LetterItem {
  key: string;
  senderId: number;
  nickname: string;
  events: number;
}

const selectLetterItems = statement<LetterItem, { userId: number; refs: string }>(`
  select refs.key, s.id as "senderId", s.nickname, unread.count as events
  from (${REFS_SQL}) refs
  cross join lateral (
    select max(sender_id) as sender_id, max(id) as last_id, count(*)::int
    from (
      select l.id, l.sender_id
      ${unreadLettersSql(':userId', 'refs.key')}
      order by l.id desc
      limit refs.events
    ) latest
  ) unread
  join "user" s on s.id = unread.sender_id
  where s.id <> all (${ignoredIdsSql(':userId')})
  order by unread.last_id desc`);

/** A key (event-keys.ts) and how many of its events are delivered; null: all unread ones. */
export interface ContentRef {
  key: string;
  events: number | null;
}

export interface Contents {
  items: Item[];
  letters: LetterItem[];
}

/** The contents that may be delivered. */
export async function readContents(
  db: Db,
  { userId, viewer, notices }: Receiver,
  refs: readonly ContentRef[],
): Promise<Contents> {
  const wants = new Map(Object.entries(notices));
  const isWanted = (kind: string) => wants.get(kind) ?? true;
  const { letters = [], others = [] } = Object.groupBy(refs, ({ key }) =>
    isLetterKey(key) ? 'letters' : 'others',
  );
  const [items, letterItems] = await Promise.all([
    others.length > 0
      ? selectItems(db, { userId, refs: JSON.stringify(others), reader: toReaderGroupId(viewer) })
      : [],
    letters.length > 0 && isWanted('letter')
      ? selectLetterItems(db, { userId, refs: JSON.stringify(letters) })
      : [],
  ]);
  return { items: items.filter(({ kind }) => isWanted(kind)), letters: letterItems };
}
