import { AppError } from '#contracts/errors.ts';
import type { RevisionTextWire, RevisionWire } from '#contracts/wire/revision.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { insertLogEntries } from '../../log/insert-entries.ts';
import { prepareMessage, toShare } from '../../message/prepare.ts';
import { readWordFilter } from '../../message/read-word-filter.ts';
import { readSanitizePolicy } from '../../message/sanitize-policy.ts';
import { assertAllowed, filterLine } from '../../message/word-filter.ts';
import { textOrEllipsisSql } from '../../shared/bounded-text.ts';
import { forumReadableSql, type MayModerate } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { isAuthorShownSql, isShownSql } from '../../shared/visibility.ts';
import type { PostAuthor } from './post-author.ts';

/*
 * Versions of a post. A row of post_revision holds what an edit replaced: its writer is the editor
 * before, or the author. A removed version has an empty source.
 */

/** Maximum listed versions, newest first. */
const MAX_LISTED_REVISIONS = 100;

interface PostHead {
  readable: boolean;
  shown: boolean;
  threadId: number;
  forumId: number;
  subject: string;
  html: string;
  floor: number;
}

const selectPostHead = statement<PostHead, { postId: number; reader: number | null }>(`
  select
    ${forumReadableSql('f', ':reader')} as readable,
    p.thread_id as "threadId",
    p.forum_id as "forumId",
    t.subject,
    ${textOrEllipsisSql('p.html')} as html,
    p.floor,
    ${isShownSql('p')}
    and ${isShownSql('t')}
    and ${isAuthorShownSql('u')} as shown
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = p.forum_id
  join "user" u on u.id = p.user_id
  where p.id = :postId`);

/** Requires a post that the viewer may read. Throws notFound, notAcceptable. */
async function requireShownPost(db: Db, viewer: Viewer, postId: number): Promise<PostHead> {
  const [head] = await selectPostHead(db, { postId, reader: toReaderGroupId(viewer) });
  if (!head?.readable) throw new AppError('notFound');
  if (!head.shown) throw new AppError('notAcceptable');
  return head;
}

/** Each version's author and time are those of the edit before; the current version has id 0. */
const SELECT_VERSIONS = `
  select
    id,
    source = '' as removed,
    lag(created_at) over (order by id) as since,
    lag(editor_id) over (order by id) as editor
  from post_revision
  where post_id = :postId
  union all
  select 0, false, created_at, editor_id
  from (
    select created_at, editor_id
    from post_revision
    where post_id = :postId
    order by id desc
    limit 1
  ) newest`;

const selectVersions = statement<RevisionWire, { postId: number }>(`
  with versions as (${SELECT_VERSIONS})
  select
    v.id,
    u.id as user_id,
    u.nickname,
    ${isoSql('coalesce(v.since, p.created_at)')} as created_at,
    v.removed
  from versions v
  join post p on p.id = :postId
  join "user" u on u.id = coalesce(v.editor, p.user_id)
  order by nullif(v.id, 0) desc nulls first
  limit ${MAX_LISTED_REVISIONS}`);

/** Versions, newest first; empty without edits. Throws notFound, notAcceptable. */
export async function readRevisions(
  db: Db,
  viewer: Viewer,
  postId: number,
): Promise<RevisionWire[]> {
  await requireShownPost(db, viewer, postId);
  return selectVersions(db, { postId });
}

const selectRevision = statement<
  { subject: string | null; source: string },
  { id: number; postId: number }
>(
  `
    select subject, ${textOrEllipsisSql('source')} as source
    from post_revision
    where id = :id and post_id = :postId`,
);

/**
 * The text of a version; 0 is the current one. Old versions pass today's sanitizer and word filter:
 * newly banned content stays unreadable. Throws notFound, notAcceptable, tooMany, unavailable.
 */
export async function readRevision(
  db: Db,
  site: { host: string },
  viewer: PostAuthor,
  postId: number,
  id: number,
): Promise<RevisionTextWire> {
  const post = await requireShownPost(db, viewer, postId);
  if (id === 0)
    return {
      id,
      subject: post.floor === 0 ? post.subject : '',
      message: post.html,
      removed: false,
    };
  const [was] = await selectRevision(db, { id, postId });
  if (!was) throw new AppError('notFound');
  const withheld = { id, subject: '', message: '', removed: true };
  if (was.source === '') return withheld;
  const [policy, wordFilter] = await Promise.all([
    readSanitizePolicy(db, site.host),
    readWordFilter(db),
  ]);
  try {
    const subject = filterLine(wordFilter, was.subject ?? '');
    const message = await prepareMessage(was.source, policy, {
      wordFilter,
      share: toShare(viewer, 'preview'),
    });
    return assertAllowed([...subject.sensitiveWords, ...message.listed]).review
      ? withheld
      : { id, subject: subject.text, message: message.html, removed: false };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'tooMany' && error.code !== 'unavailable')
      return withheld;
    throw error;
  }
}

const emptyRevision = statement<{ id: number }, { id: number; postId: number }>(
  `
    update post_revision
    set source = '', subject = null
    where id = :id and post_id = :postId and source <> ''
    returning id`,
);
const selectForumAndRevision = statement<
  { forumId: number; known: boolean },
  { postId: number; id: number }
>(`
  select
    forum_id as "forumId",
    exists (select from post_revision where id = :id and post_id = :postId) as known
  from post
  where id = :postId`);

/**
 * Permanently removes a version, such as one with a home address; the log records it. For
 * moderators. Idempotent. Throws notFound, forbidden.
 */
export async function removeRevision(
  db: Db,
  actorId: number,
  revision: { postId: number; id: number; reason: string },
  mayModerate: MayModerate,
): Promise<void> {
  const { postId, id, reason } = revision;
  await inTransaction(db, async (tx) => {
    const [post] = await selectForumAndRevision(tx, { postId, id });
    if (!post?.known) throw new AppError('notFound');
    if (!(await mayModerate(tx, post.forumId))) throw new AppError('forbidden');
    const [emptiedRevision] = await emptyRevision(tx, { id, postId });
    if (emptiedRevision)
      await insertLogEntries(tx, actorId, [
        {
          action: 'revision.delete',
          target: { post: postId },
          forumId: post.forumId,
          reason,
          detail: { revision: id },
        },
      ]);
  });
}
