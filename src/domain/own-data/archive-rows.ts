import { WATCH_KINDS } from '#contracts/watching.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { READER_GROUP_SQL, unreadableForumIdsSql } from '../shared/forum-access.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';

/* One file per part, with no more than id and nickname of other users, and no usable secrets. */

export type ArchiveRow = Record<string, unknown>;
export type RowBatches = AsyncGenerator<ArchiveRow[]>;
type PartReader = (db: Db, userId: number) => RowBatches;

const ROWS_PER_BATCH = 200;

interface WalkedRow {
  /** Cursor of the walk. */
  key: number;
  row: ArchiveRow;
}
type WalkParams = { userId: number; after: number };

/** Reads batches in ascending order of keys. */
async function* walk(read: (after: number) => Promise<WalkedRow[]>): RowBatches {
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_PER_BATCH) return;
    after = rows.at(-1)?.key as number;
  }
}

/** SQL: a row with these fields in order: columns of `x`, or expressions in `sql`. */
function rowSql(fields: string, sql: Readonly<Record<string, string>> = {}): string {
  const others = new Map(Object.entries(sql));
  return `json_build_object(${fields
    .trim()
    .split(/\s+/)
    .map((field) => {
      const isMoment = field.endsWith('_at') || field === 'read_before';
      return `'${field}', ${others.get(field) ?? (isMoment ? isoSql(`x.${field}`) : `x.${field}`)}`;
    })
    .join(', ')}) as row`;
}

/** SQL: the public fields of another user. */
const personSql = (id: string): string =>
  `(select ${userJsonSql('o')} from "user" o where o.id = ${id})`;

const OWN_READER_GROUP_SQL = `
  (
    select ${READER_GROUP_SQL}
    from "user" u
    join "group" g on g.id = u.group_id
    where u.id = :userId
  )`;

/** SQL: a text of the post `p`; null if by a moderator in a forum that the owner can't read. */
const ownTextSql = (p: string, text: string): string => `
  case
    when ${p}.edited_by is null
      or ${p}.edited_by = :userId
      or ${p}.forum_id <> all (${unreadableForumIdsSql(OWN_READER_GROUP_SQL)})
      then ${text}
  end`;

interface PartSource {
  from: string;
  fields: string;
  sql?: Readonly<Record<string, string>>;
  /** Ascending key column. */
  key?: string;
  owner?: string;
  where?: string;
}

const partSql = ({
  from,
  fields,
  sql,
  key = 'x.id',
  owner = 'x.user_id',
  where = 'true',
}: PartSource): string => `
  select ${key} as key, ${rowSql(fields, sql)}
  from ${from}
  where ${owner} = :userId and ${key} > :after and ${where}
  order by ${key}
  limit ${ROWS_PER_BATCH}`;

/** A part, read in batches along its key; `name` is its file name. */
function part(name: string, source: PartSource): [string, PartReader] {
  const select = statement<WalkedRow, WalkParams>(partSql(source));
  return [name, (db, userId) => walk((after) => select(db, { userId, after }))];
}

/** Conversations by the other user; their messages are read one conversation at a time. */
const selectNextConversation = statement<{ otherId: number }, WalkParams>(`
  select other_id as "otherId"
  from conversation
  where user_id = :userId and other_id > :after
  order by other_id
  limit 1`);
const selectLetters = statement<WalkedRow, WalkParams & { otherId: number }>(`
  select
    x.id as key,
    ${rowSql('from to source html created_at read_at', {
      from: personSql('x.sender_id'),
      to: personSql('x.receiver_id'),
    })}
  from letter x
  where least(x.sender_id, x.receiver_id) = least(:userId::int, :otherId::int)
    and greatest(x.sender_id, x.receiver_id) = greatest(:userId::int, :otherId::int)
    and x.id > :after
    and case
      when x.sender_id = :userId::int then x.deleted_by_sender is null
      else x.deleted_by_receiver is null and x.hidden_at is null
    end
  order by x.id
  limit ${ROWS_PER_BATCH}`);

async function* walkLetters(db: Db, userId: number): RowBatches {
  for (let otherId = 0; ; ) {
    const [conversation] = await selectNextConversation(db, { userId, after: otherId });
    if (!conversation) return;
    otherId = conversation.otherId;
    yield* walk((after) => selectLetters(db, { userId, otherId, after }));
  }
}

const selectWatched = statement<WalkedRow, WalkParams & { kind: string }>(
  partSql({
    key: 'x.target_id',
    from: 'watch x',
    where: 'x.kind = :kind',
    fields: 'kind target_id person level chosen created_at',
    sql: { person: `case when x.kind = 'user' then ${personSql('x.target_id')} end` },
  }),
);

async function* walkWatched(db: Db, userId: number): RowBatches {
  for (const kind of WATCH_KINDS)
    yield* walk((after) => selectWatched(db, { userId, kind, after }));
}

/** Sessions are few and have no numeric key, so they need no batches. */
const selectSessions = statement<{ row: ArchiveRow }, { userId: number }>(`
  select ${rowSql('kind ip user_agent created_at seen_at')}
  from session x
  where x.user_id = :userId
  order by x.created_at
  limit ${ROWS_PER_BATCH}`);

async function* readSessions(db: Db, userId: number): RowBatches {
  yield (await selectSessions(db, { userId })).map(({ row }) => row);
}

const CHOICES_SQL = `
  array(
    select o.text
    from poll_option o
    where o.thread_id = x.thread_id and o.id = any(x.option_ids)
    order by o.rank
  )`;

/** Readers by file name, in the order of the archive. */
export const PART_READERS: ReadonlyMap<string, PartReader> = new Map([
  part('profile', {
    from: '"user" x',
    owner: 'x.id',
    fields: `
      id nickname username realname avatar description language email mobile qq provider subject
      created_ip login_ip login_at renamed_at created_at credits notify auto_watch read_before`,
    sql: { provider: 'x.issuer' },
  }),
  part('threads', {
    from: 'thread x join post p on p.id = x.first_post_id',
    fields: 'id forum_id subject language state source html ip created_at edited_at',
    sql: {
      subject: ownTextSql('p', 'x.subject'),
      source: ownTextSql('p', 'p.source'),
      html: ownTextSql('p', 'p.html'),
      ip: 'p.created_ip',
      edited_at: isoSql('p.edited_at'),
    },
  }),
  part('replies', {
    from: 'post x',
    where: 'x.floor + 0 > 0',
    fields: 'id thread_id floor quoted_post_id state source html ip created_at edited_at',
    sql: {
      quoted_post_id: 'x.quote_post_id',
      source: ownTextSql('x', 'x.source'),
      html: ownTextSql('x', 'x.html'),
      ip: 'x.created_ip',
    },
  }),
  part('comments', {
    from: 'comment x',
    fields: 'id thread_id post_id state source html ip created_at',
    sql: { ip: 'x.created_ip' },
  }),
  part('drafts', {
    from: 'draft x',
    fields: 'id forum_id thread_id subject message body created_at updated_at',
    sql: { subject: `x.body ->> 'subject'`, message: `x.body ->> 'message'` },
  }),
  part('bookmarks', {
    from: 'bookmark x join post p on p.id = x.post_id',
    fields: 'post_id thread_id note remind_at created_at',
    sql: { thread_id: 'p.thread_id' },
  }),
  part('favourite-threads', { from: 'thread_favourite x', fields: 'thread_id created_at' }),
  part('favourite-forums', { from: 'forum_favourite x', fields: 'forum_id created_at' }),
  part('liked-threads', {
    key: 'x.thread_id',
    from: 'thread_like x',
    fields: 'thread_id created_at',
  }),
  part('liked-replies', {
    key: 'x.post_id',
    from: 'post_like x join post p on p.id = x.post_id',
    fields: 'thread_id post_id created_at',
    sql: { thread_id: 'p.thread_id' },
  }),
  part('liked-comments', {
    key: 'x.comment_id',
    from: 'comment_like x join comment c on c.id = x.comment_id',
    fields: 'thread_id post_id comment_id created_at',
    sql: { thread_id: 'c.thread_id', post_id: 'c.post_id' },
  }),
  part('reading', { key: 'x.thread_id', from: 'thread_read x', fields: 'thread_id floor read_at' }),
  part('read-forums', { key: 'x.forum_id', from: 'forum_read x', fields: 'forum_id read_before' }),
  part('notifications', {
    from: 'notification x',
    fields: 'kind act person thread_id post_id comment_id note created_at read_at',
    sql: { person: personSql('x.actor_id') },
  }),
  part('reports', {
    from: 'report x',
    owner: 'x.reporter_id',
    fields: 'id thread_id post_id comment_id letter_id kind message state created_at',
  }),
  part('warnings', { from: 'warning x', fields: 'thread_id post_id note created_at withdrawn_at' }),
  part('bans', { from: 'ban x', fields: 'reason begin_at end_at lifted_at' }),
  part('sign-ins', { from: 'sign_in x', fields: 'kind event ip user_agent created_at' }),
  part('mail-choices', {
    key: 'x.user_id',
    from: 'mail_choice x',
    fields: 'frequency notices digest time_zone stopped_reason stopped_at created_at updated_at',
  }),
  part('mail', { from: 'mail x', fields: 'kind state events created_at sent_at returned_at' }),
  part('push-choices', {
    key: 'x.user_id',
    from: 'push_choice x',
    fields: 'notices quiet_from quiet_until time_zone created_at updated_at',
  }),
  part('push-browsers', {
    from: 'push_subscription x',
    fields: 'user_agent endpoint created_at sent_at',
  }),
  part('tokens', {
    from: 'access_token x',
    fields: 'name scopes created_at used_at expires_at revoked_at',
  }),
  part('uploads', {
    from: 'upload x',
    where: 'x.stored_at is not null',
    fields: 'address file mime bytes created_at',
    sql: { address: `'/uploads/' || x.path`, file: `'uploads/' || x.path` },
  }),
  ['letters', walkLetters],
  ['watching', walkWatched],
  part('votes', {
    key: 'x.thread_id',
    from: 'poll_vote x',
    fields: 'thread_id choices created_at',
    sql: { choices: CHOICES_SQL },
  }),
  part('blocked', {
    key: 'x.blocked_id',
    from: 'letter_block x',
    fields: 'person',
    sql: { person: personSql('x.blocked_id') },
  }),
  ['sessions', readSessions],
]);
