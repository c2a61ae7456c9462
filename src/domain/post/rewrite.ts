import type { AuthorHoldReason, HoldReason } from '#contracts/hold-reasons.ts';
import { type Runner, statement } from '#db/statement.ts';
import { findExternalLinks, hasNewLinks } from '../message/external-links.ts';
import type { NewMessage } from '../message/prepare.ts';
import { findWrittenLinks } from '../message/resolve-url.ts';
import { setPostUploads } from '../upload/post-uploads.ts';
import type { StoredMessage } from './claim-content.ts';

/* What edits of replies and of threads have in common. */

/** SQL: sets the columns that posts and comments have of an edited message. */
export const EDITED_MESSAGE_SQL = `
    source = :source,
    html = :html,
    policy = :policy,
    excerpt = :excerpt,
    content_hash = :contentHash,
    updated_at = now(),
    edited_at = now()`;

const updateText = statement<
  unknown,
  StoredMessage & { id: number; userId: number; subject: string | null; images: number }
>(`
  with kept as (
    insert into post_revision (post_id, editor_id, subject, source)
    select id, :userId, :subject, source
    from post
    where id = :id
  )
  update post
  set ${EDITED_MESSAGE_SQL}, images_cnt = :images, edited_by = :userId
  where id = :id`);

/** Replaces the text of a post, and keeps what stood there: of a first post with its `subject`. */
export async function rewritePost(
  tx: Runner,
  post: { id: number; subject: string | null },
  userId: number,
  message: NewMessage,
): Promise<void> {
  await updateText(tx, { ...message, ...post, userId });
  await setPostUploads(tx, { postId: post.id, uploads: message.uploads });
}

/** Words that need a review came in by an edit, or a newcomer's links did. */
type EditHoldReason = Extract<HoldReason, 'edit' | 'newcomer'>;

/** The reason as the author of the edit is told. */
export const toAuthorReason = (reason: EditHoldReason): AuthorHoldReason =>
  reason === 'edit' ? 'words' : reason;

/** Why an edited post must wait for review, if it must; `subject` is that of a thread. */
export function getEditHoldReason(
  siteHost: string,
  before: { subject?: string; html: string },
  message: NewMessage,
  edit: { subject?: string; holdsNewLinks?: boolean | undefined },
): EditHoldReason | undefined {
  if (message.review) return 'edit';
  const getLinks = (subject: string | undefined, links: readonly string[]) => [
    ...findWrittenLinks(subject ?? '', siteHost),
    ...links,
  ];
  return edit.holdsNewLinks &&
    hasNewLinks(
      getLinks(before.subject, findExternalLinks(before.html, siteHost)),
      getLinks(edit.subject, message.links),
    )
    ? 'newcomer'
    : undefined;
}

/**
 * Puts a shown post into the review queue, a first post with its thread. They are locked already.
 */
export const holdForReview = statement<
  unknown,
  { postId: number; threadId: number | null; reason: string }
>(`
  with thread_waits as (
    update thread
    set checked = false
    where id = :threadId::int
  ),
  waits as (
    update post
    set checked = false
    where id = :postId
    returning id
  )
  insert into held (post_id, reason, unseen)
  select id, :reason, false
  from waits
  on conflict (post_id)
  where post_id is not null do nothing`);
