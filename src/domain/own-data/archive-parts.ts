import { nullableIsoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import {
  type ArchivePart,
  type ArchiveRow,
  at,
  maybeAt,
  part,
  personSql,
  ROWS_PER_BATCH,
  type WalkedRow,
  type WalkParams,
} from './archive-part.ts';

/*
 * What an archive of somebody's data has: one file for each part. Of other people it names the
 * number and the nickname, and nothing else; of keys, such as tokens and sessions, nothing that
 * could be used.
 */

const IS_OWN_LETTER = `
  case
    when x.sender_id = c.user_id then x.deleted_by_sender is null
    else x.deleted_by_receiver is null and x.hidden_at is null
  end`;

export const ARCHIVE_PARTS = [
  part('profile', {
    key: 'x.id',
    from: '"user" x',
    owner: 'x.id',
    fields: {
      id: 'x.id',
      nickname: 'x.nickname',
      username: 'x.username',
      realname: 'x.realname',
      avatar: 'x.avatar',
      description: 'x.description',
      language: 'x.language',
      email: 'x.email',
      mobile: 'x.mobile',
      qq: 'x.qq',
      provider: 'x.issuer',
      subject: 'x.subject',
      created_ip: 'x.created_ip',
      login_ip: 'x.login_ip',
      login_at: at('login_at'),
      renamed_at: maybeAt('renamed_at'),
      created_at: at('created_at'),
      credits: 'x.credits',
      notify: 'x.notify',
      auto_watch: 'x.auto_watch',
      read_before: at('read_before'),
    },
  }),
  part('threads', {
    key: 'x.id',
    from: `thread x join post p on p.id = x.first_post_id`,
    fields: {
      id: 'x.id',
      forum_id: 'x.forum_id',
      subject: 'x.subject',
      language: 'x.language',
      state: 'x.state',
      source: 'p.source',
      html: 'p.html',
      ip: 'p.created_ip',
      created_at: at('created_at'),
      edited_at: nullableIsoSql('p.edited_at'),
    },
  }),
  part('replies', {
    key: 'x.id',
    from: 'post x',
    where: 'x.floor + 0 > 0',
    fields: {
      id: 'x.id',
      thread_id: 'x.thread_id',
      floor: 'x.floor',
      quoted_post_id: 'x.quote_post_id',
      state: 'x.state',
      source: 'x.source',
      html: 'x.html',
      ip: 'x.created_ip',
      created_at: at('created_at'),
      edited_at: maybeAt('edited_at'),
    },
  }),
  part('comments', {
    key: 'x.id',
    from: 'comment x',
    fields: {
      id: 'x.id',
      thread_id: 'x.thread_id',
      post_id: 'x.post_id',
      state: 'x.state',
      source: 'x.source',
      html: 'x.html',
      ip: 'x.created_ip',
      created_at: at('created_at'),
    },
  }),
  part('drafts', {
    key: 'x.id',
    from: 'draft x',
    fields: {
      id: 'x.id',
      forum_id: 'x.forum_id',
      thread_id: 'x.thread_id',
      subject: `x.body ->> 'subject'`,
      message: `x.body ->> 'message'`,
      body: 'x.body',
      created_at: at('created_at'),
      updated_at: at('updated_at'),
    },
  }),
  part('bookmarks', {
    key: 'x.id',
    from: 'bookmark x join post p on p.id = x.post_id',
    fields: {
      post_id: 'x.post_id',
      thread_id: 'p.thread_id',
      note: 'x.note',
      remind_at: maybeAt('remind_at'),
      created_at: at('created_at'),
    },
  }),
  part('favourite-threads', {
    key: 'x.id',
    from: 'thread_favourite x',
    fields: { thread_id: 'x.thread_id', created_at: at('created_at') },
  }),
  part('favourite-forums', {
    key: 'x.id',
    from: 'forum_favourite x',
    fields: { forum_id: 'x.forum_id', created_at: at('created_at') },
  }),
  part('liked-threads', {
    key: 'x.thread_id',
    from: 'thread_like x',
    fields: { thread_id: 'x.thread_id', created_at: at('created_at') },
  }),
  part('liked-replies', {
    key: 'x.post_id',
    from: 'post_like x join post p on p.id = x.post_id',
    fields: { thread_id: 'p.thread_id', post_id: 'x.post_id', created_at: at('created_at') },
  }),
  part('reading', {
    key: 'x.thread_id',
    from: 'thread_read x',
    fields: { thread_id: 'x.thread_id', floor: 'x.floor', read_at: at('read_at') },
  }),
  part('read-forums', {
    key: 'x.forum_id',
    from: 'forum_read x',
    fields: { forum_id: 'x.forum_id', read_before: at('read_before') },
  }),
  part('notifications', {
    key: 'x.id',
    from: 'notification x',
    fields: {
      kind: 'x.kind',
      act: 'x.act',
      person: personSql('x.actor_id'),
      thread_id: 'x.thread_id',
      post_id: 'x.post_id',
      comment_id: 'x.comment_id',
      note: 'x.note',
      created_at: at('created_at'),
      read_at: maybeAt('read_at'),
    },
  }),
  part('reports', {
    key: 'x.id',
    from: 'report x',
    owner: 'x.reporter_id',
    fields: {
      id: 'x.id',
      thread_id: 'x.thread_id',
      post_id: 'x.post_id',
      comment_id: 'x.comment_id',
      letter_id: 'x.letter_id',
      kind: 'x.kind',
      message: 'x.message',
      state: 'x.state',
      created_at: at('created_at'),
    },
  }),
  part('warnings', {
    key: 'x.id',
    from: 'warning x',
    fields: {
      thread_id: 'x.thread_id',
      post_id: 'x.post_id',
      note: 'x.note',
      created_at: at('created_at'),
      withdrawn_at: maybeAt('withdrawn_at'),
    },
  }),
  part('bans', {
    key: 'x.id',
    from: 'ban x',
    fields: {
      reason: 'x.reason',
      begin_at: at('begin_at'),
      end_at: maybeAt('end_at'),
      lifted_at: maybeAt('lifted_at'),
    },
  }),
  part('sign-ins', {
    key: 'x.id',
    from: 'sign_in x',
    fields: {
      kind: 'x.kind',
      event: 'x.event',
      ip: 'x.ip',
      user_agent: 'x.user_agent',
      created_at: at('created_at'),
    },
  }),
  part('mail-choices', {
    key: 'x.user_id',
    from: 'mail_choice x',
    fields: {
      frequency: 'x.frequency',
      notices: 'x.notices',
      digest: 'x.digest',
      time_zone: 'x.time_zone',
      stopped_reason: 'x.stopped_reason',
      stopped_at: maybeAt('stopped_at'),
      created_at: at('created_at'),
      updated_at: at('updated_at'),
    },
  }),
  part('mail', {
    key: 'x.id',
    from: 'mail x',
    fields: {
      kind: 'x.kind',
      state: 'x.state',
      events: 'x.events',
      created_at: at('created_at'),
      sent_at: maybeAt('sent_at'),
      returned_at: maybeAt('returned_at'),
    },
  }),
  part('push-choices', {
    key: 'x.user_id',
    from: 'push_choice x',
    fields: {
      notices: 'x.notices',
      quiet_from: 'x.quiet_from',
      quiet_until: 'x.quiet_until',
      time_zone: 'x.time_zone',
      created_at: at('created_at'),
      updated_at: at('updated_at'),
    },
  }),
  part('push-browsers', {
    key: 'x.id',
    from: 'push_subscription x',
    fields: {
      user_agent: 'x.user_agent',
      endpoint: 'x.endpoint',
      created_at: at('created_at'),
      sent_at: maybeAt('sent_at'),
    },
  }),
  part('tokens', {
    key: 'x.id',
    from: 'access_token x',
    fields: {
      name: 'x.name',
      scopes: 'x.scopes',
      created_at: at('created_at'),
      used_at: maybeAt('used_at'),
      expires_at: maybeAt('expires_at'),
      revoked_at: maybeAt('revoked_at'),
    },
  }),
  part('uploads', {
    key: 'x.id',
    from: 'upload x',
    where: 'x.stored_at is not null',
    fields: {
      address: `'/uploads/' || x.path`,
      file: `'uploads/' || x.path`,
      mime: 'x.mime',
      bytes: 'x.bytes',
      created_at: at('created_at'),
    },
  }),
] satisfies ArchivePart[];

/** Conversations by the other of the two; their letters are walked one after the other. */
export const selectNextConversation = statement<
  { otherId: number },
  { userId: number; after: number }
>(`
  select other_id as "otherId"
  from conversation
  where user_id = :userId and other_id > :after
  order by other_id
  limit 1`);
export const selectLetters = statement<
  WalkedRow,
  { userId: number; otherId: number; after: number }
>(`
  select
    x.id as key,
    json_build_object(
      'from', ${personSql('x.sender_id')},
      'to', ${personSql('x.receiver_id')},
      'source', x.source,
      'html', x.html,
      'created_at', ${at('created_at')},
      'read_at', ${maybeAt('read_at')}
    ) as row
  from letter x
  cross join (select :userId::int as user_id) c
  where least(x.sender_id, x.receiver_id) = least(:userId::int, :otherId::int)
    and greatest(x.sender_id, x.receiver_id) = greatest(:userId::int, :otherId::int)
    and x.id > :after
    and ${IS_OWN_LETTER}
  order by x.id
  limit ${ROWS_PER_BATCH}`);

// Few rows each, whose keys are no numbers.
const small = (fields: Readonly<Record<string, string>>, from: string, order: string) =>
  statement<{ row: ArchiveRow }, { userId: number }>(`
    select json_build_object(${Object.entries(fields)
      .map(([title, column]) => `'${title}', ${column}`)
      .join(', ')}) as row
    from ${from}
    where x.user_id = :userId
    order by ${order}
    limit ${ROWS_PER_BATCH}`);
/** The browsers that somebody is logged in with. */
export const selectSessions = small(
  {
    kind: 'x.kind',
    ip: 'x.ip',
    user_agent: 'x.user_agent',
    created_at: at('created_at'),
    seen_at: at('seen_at'),
  },
  'session x',
  'x.created_at',
);
/** From whom somebody takes no letters. */
export const selectBlocked = statement<WalkedRow, WalkParams>(`
  select x.blocked_id as key, json_build_object('person', ${personSql('x.blocked_id')}) as row
  from letter_block x
  where x.user_id = :userId and x.blocked_id > :after
  order by x.blocked_id
  limit ${ROWS_PER_BATCH}`);
/** What somebody watches, mutes or ignores. */
export const selectWatched = statement<WalkedRow, WalkParams & { kind: string }>(`
  select
    x.target_id as key,
    json_build_object(
      'kind', x.kind,
      'target_id', x.target_id,
      'person', case when x.kind = 'user' then ${personSql('x.target_id')} end,
      'level', x.level,
      'chosen', x.chosen,
      'created_at', ${at('created_at')}
    ) as row
  from watch x
  where x.user_id = :userId and x.kind = :kind and x.target_id > :after
  order by x.target_id
  limit ${ROWS_PER_BATCH}`);
/** Votes, with the texts that were chosen. */
export const selectVotes = statement<WalkedRow, WalkParams>(`
  select
    x.thread_id as key,
    json_build_object(
      'thread_id', x.thread_id,
      'choices', array(
        select o.text
        from poll_option o
        where o.thread_id = x.thread_id and o.id = any(x.option_ids)
        order by o.rank
      ),
      'created_at', ${at('created_at')}
    ) as row
  from poll_vote x
  where x.user_id = :userId and x.thread_id > :after
  order by x.thread_id
  limit ${ROWS_PER_BATCH}`);
