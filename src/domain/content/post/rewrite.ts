import type { AuthorHoldReason, HoldReason } from '#contracts/hold-reasons.ts';
import { type Runner, statement } from '#db/statement.ts';
import { findExternalLinks, hasNewLinks } from '../../message/external-links.ts';
import type { NewMessage } from '../../message/prepare.ts';
import { findWrittenLinks } from '../../message/resolve-url.ts';
import { setPostUploads } from '../../uploads/post-uploads.ts';
import type { StoredMessage } from './claim-content.ts';

/** SQL: sets the message columns that posts and comments share. */
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
  with revision as (
    insert into post_revision (post_id, editor_id, subject, source)
    select id, :userId, :subject, source
    from post
    where id = :id
  )
  update post
  set ${EDITED_MESSAGE_SQL}, images_cnt = :images, edited_by = :userId
  where id = :id`);

/** Replaces a post's text and stores the former version, of a first post with its `subject`. */
export async function rewritePost(
  tx: Runner,
  post: { id: number; subject: string | null },
  userId: number,
  message: NewMessage,
): Promise<void> {
  await updateText(tx, { ...message, ...post, userId });
  await setPostUploads(tx, { postId: post.id, uploads: message.uploads });
}

/** Held for words, or for a newcomer's links. */
type EditHoldReason = Extract<HoldReason, 'edit' | 'newcomer'>;

/** The reason as shown to the author. */
export const toAuthorReason = (reason: EditHoldReason): AuthorHoldReason =>
  reason === 'edit' ? 'words' : reason;

/** Why an edit requires a review, if it does; `subject` is a thread's. */
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

/** Holds a locked, shown post for review, a first post with its thread. */
export const holdForReview = statement<
  unknown,
  { postId: number; threadId: number | null; reason: string }
>(`
  with pending_thread as (
    update thread
    set checked = false
    where id = :threadId::int
  ),
  pending as (
    update post
    set checked = false
    where id = :postId
    returning id
  )
  insert into held (post_id, reason, unseen)
  select id, :reason, false
  from pending
  on conflict (post_id)
  where post_id is not null do nothing`);
