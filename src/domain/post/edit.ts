import { AppError } from '#contracts/errors.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';
import { vectorOf } from '#search/vector.ts';
import { Ledger } from '../counts/ledger.ts';
import { type MayModerate, requireEditor, type Viewer } from '../forum/access.ts';
import { logEdit, type ModeratorsReason } from '../log/edited.ts';
import { addsLinks, linksIn } from '../message/links.ts';
import { readPolicy } from '../message/policy.ts';
import { prepareWritten } from '../message/prepare.ts';
import { setPostUploads } from '../upload/used.ts';
import { lockPosts } from './counts.ts';
import { holdReply } from './uncount.ts';

interface Stored {
  threadId: number;
  forumId: number;
  userId: number;
  floor: number;
  state: string;
  source: string;
  html: string;
  featured: boolean;
  closed: boolean;
}

const stored = statement<Stored, { id: number }>(`
  select
    p.thread_id as "threadId",
    p.forum_id as "forumId",
    p.user_id as "userId",
    p.floor,
    p.state,
    p.source,
    p.html,
    p.featured,
    t.closed
  from post p
  join thread t on t.id = p.thread_id
  where p.id = :id and p.floor > 0
  for update of p`);
const change = statement<
  unknown,
  {
    id: number;
    userId: number;
    source: string;
    html: string;
    policy: number;
    excerpt: string;
    contentHash: string;
    images: number;
    vector: string;
  }
>(`
  with kept as (
    insert into post_revision (post_id, editor_id, source)
    select id, :userId, source
    from post
    where id = :id
  )
  update post
  set
    source = :source,
    html = :html,
    policy = :policy,
    excerpt = :excerpt,
    content_hash = :contentHash,
    images_cnt = :images,
    updated_at = now(),
    edited_at = now(),
    edited_by = :userId,
    search = :vector::text::tsvector
  where id = :id`);
const quotedBy = statement<{ threadId: number; floor: number }, { id: number }>(`
  select q.thread_id as "threadId", q.floor
  from post p
  join post q on q.thread_id = p.thread_id and q.quote_post_id = p.id
  where p.id = :id`);

/**
 * Tags of the pages that show a reply: its own, those of replies that quote it, and the first one
 * when it is featured there.
 */
export async function pagesShowing(
  on: Parameters<typeof quotedBy>[0],
  post: { id: number; threadId: number; floor: number; featured: boolean },
): Promise<string[]> {
  const quotes = await quotedBy(on, { id: post.id });
  const floors = [post.floor, ...quotes.map((one) => one.floor), ...(post.featured ? [0] : [])];
  return [...new Set(floors.map((floor) => tag.threadPage(post.threadId, pageOfFloor(floor))))];
}

export interface ReplyEdit {
  id: number;
  message: string;
  /** Whether it is to wait for a moderator when it leads to another site than what stood there. */
  holdsLinks?: boolean | undefined;
  /** Of a moderator who changes somebody else’s. */
  reason?: ModeratorsReason | undefined;
}

/**
 * Changes a reply and keeps what stood there. With words that need a review, or a newcomer's links,
 * it is shown to its author alone from now on, unless a moderator wrote them; what a moderator
 * changes of others is logged, with `reason`. Throws notFound, notAcceptable, forbidden, closed
 * (for its author), length, verify.
 */
export async function editReply(
  db: Db,
  site: { host: string; timeZone: string },
  editor: Viewer,
  edit: ReplyEdit,
  mayEditAll: MayModerate,
): Promise<{ threadId: number; removedFrames: string[] }> {
  const message = await prepareWritten(db, edit.message, await readPolicy(db, site.host));
  return inTransaction(db, async (tx) => {
    if (message.review || edit.holdsLinks) await lockPosts(tx, [edit.id]);
    const [was] = await stored(tx, { id: edit.id });
    if (!was) throw new AppError('notFound');
    const moderator = await requireEditor(tx, was, editor, mayEditAll);
    if (was.state !== 'normal') throw new AppError('notAcceptable');
    if (was.closed && !moderator) throw new AppError('closed');
    if (was.source !== message.source || was.html !== message.html) {
      await change(tx, {
        id: edit.id,
        userId: editor.userId,
        source: message.source,
        html: message.html,
        policy: message.policy,
        excerpt: message.excerpt,
        contentHash: message.contentHash,
        images: message.images,
        vector: vectorOf(message.text),
      });
      await setPostUploads(tx, edit.id, message.uploads);
      const held = message.review
        ? 'edit'
        : edit.holdsLinks && addsLinks(linksIn(was.html, site.host), message.links)
          ? 'newcomer'
          : undefined;
      if (held && !moderator) {
        const ledger = new Ledger();
        await holdReply(tx, ledger, edit.id, held);
        await ledger.book(tx, site.timeZone);
      }
      if (was.userId !== editor.userId)
        await logEdit(tx, {
          action: 'post.edit',
          moderatorId: editor.userId,
          authorId: was.userId,
          forumId: was.forumId,
          threadId: was.threadId,
          postId: edit.id,
          reason: edit.reason ?? { note: '', notify: false },
        });
      await touch(tx, touches(urgency.post, ...(await pagesShowing(tx, { id: edit.id, ...was }))));
    }
    return { threadId: was.threadId, removedFrames: message.removedFrames };
  });
}
