import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { announceGone, tag, touch, touches, urgency } from '#publish/touch.ts';
import { vectorOf } from '#search/vector.ts';
import { Ledger } from '../counts/ledger.ts';
import { type MayModerate, readerOf, requireEditor } from '../forum/access.ts';
import { logEdit, type ModeratorsReason } from '../log/edited.ts';
import { writtenLinks } from '../message/addresses.ts';
import { addsLinks, linksIn } from '../message/links.ts';
import { readPolicy } from '../message/policy.ts';
import { prepareWritten } from '../message/prepare.ts';
import { readScreen } from '../message/screening.ts';
import type { Author } from '../post/create.ts';
import { setPostUploads } from '../upload/used.ts';
import { countThread, isShown, lockThreads } from './counts.ts';
import { placeOf, screenSubject } from './create.ts';
import { thread as threadTags, touchedByRemoval, touchedByThreadEdit } from './touched.ts';
import { holdThread } from './uncount.ts';

export interface ThreadEdit {
  id: number;
  themeId?: number | undefined;
  subject: string;
  message: string;
  language?: ThreadLanguage | undefined;
  /** The newest revision that the editor knew of, 0 for none. */
  revision?: number | undefined;
  /** Whether it is to wait for a moderator when it leads to another site than what stood there. */
  holdsLinks?: boolean | undefined;
  /** Of a moderator who changes somebody else’s. */
  reason?: ModeratorsReason | undefined;
}

interface Stored {
  forumId: number;
  themeId: number;
  userId: number;
  subject: string;
  language: ThreadLanguage;
  state: string;
  checked: boolean;
  firstPostId: number;
  source: string;
  html: string;
}

const stored = statement<Stored, { id: number }>(`
  select
    t.forum_id as "forumId",
    t.theme_id as "themeId",
    t.user_id as "userId",
    t.subject,
    t.language,
    t.state,
    t.checked,
    t.first_post_id as "firstPostId",
    p.source,
    p.html
  from thread t
  join post p on p.id = t.first_post_id
  where t.id = :id
  for update of t`);
const newestRevision = statement<{ id: number }, { postId: number }>(
  `select id from post_revision where post_id = :postId order by id desc limit 1`,
);
const keepRevision = statement<
  unknown,
  { firstPostId: number; userId: number; subject: string; source: string }
>(
  `
    insert into post_revision (post_id, editor_id, subject, source)
    values (:firstPostId, :userId, :subject, :source)`,
);
const change = statement<
  unknown,
  {
    id: number;
    themeId: number;
    subject: string;
    language: string;
    excerpt: string;
    images: number;
    source: string;
    html: string;
    policy: number;
    contentHash: string;
    userId: number;
    vector: string;
  }
>(`
  with changed as (
    update thread
    set
      theme_id = :themeId,
      subject = :subject,
      language = :language,
      excerpt = :excerpt,
      images_cnt = :images,
      updated_at = now()
    where id = :id
    returning first_post_id
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
  from changed
  where post.id = changed.first_post_id`);
/** The newest revision of a post; each change makes one, so it names what stands there now. */
export const revisionOf = async (on: Db | Runner, postId: number): Promise<number> =>
  (await newestRevision(on, { postId }))[0]?.id ?? 0;

/**
 * Changes a thread and keeps what stood there. `mayEditAll` is a moderator's right. With words that
 * need a review, or a newcomer's links, it is shown to its author alone from now on, unless a
 * moderator wrote them: `gone` are the tags whose pages must be gone before the call returns. What
 * a moderator changes of others is logged. Throws notFound, notAcceptable, forbidden, conflict
 * (changed since that revision), length, verify.
 */
export async function editThread(
  db: Db,
  site: { host: string; timeZone: string },
  editor: Author,
  edit: ThreadEdit,
  mayEditAll: MayModerate,
): Promise<{ removedFrames: string[]; gone: string[]; checked: boolean }> {
  const screen = await readScreen(db);
  const { subject, listed } = screenSubject(screen, edit.subject);
  const message = await prepareWritten(db, edit.message, await readPolicy(db, site.host), {
    outline: true,
    screen,
    beside: listed,
  });
  const { gone, checked } = await inTransaction(db, async (tx) => {
    const locked = (await lockThreads(tx, [edit.id])).get(edit.id);
    const [was] = await stored(tx, { id: edit.id });
    if (!was || !locked) throw new AppError('notFound');
    const moderator = await requireEditor(tx, was, editor, mayEditAll);
    if (was.state !== 'normal') throw new AppError('notAcceptable');
    if (edit.revision !== undefined && edit.revision !== (await revisionOf(tx, was.firstPostId)))
      throw new AppError('conflict');
    const themeId = edit.themeId ?? was.themeId;
    const language = edit.language ?? was.language;
    if (
      themeId !== was.themeId &&
      !(await placeOf(tx, { forumId: was.forumId, themeId, reader: readerOf(editor) }))[0]
    )
      throw new AppError('notFound');
    const same =
      was.subject === subject &&
      was.source === message.source &&
      was.html === message.html &&
      themeId === was.themeId &&
      language === was.language;
    if (same) return { gone: [], checked: was.checked };
    await keepRevision(tx, {
      firstPostId: was.firstPostId,
      userId: editor.userId,
      subject: was.subject,
      source: was.source,
    });
    await change(tx, {
      id: edit.id,
      themeId,
      subject,
      language,
      excerpt: message.excerpt,
      images: message.images,
      source: message.source,
      html: message.html,
      policy: message.policy,
      contentHash: message.contentHash,
      userId: editor.userId,
      vector: vectorOf(message.text, subject),
    });
    await setPostUploads(tx, was.firstPostId, message.uploads);
    if (was.userId !== editor.userId)
      await logEdit(tx, {
        action: 'thread.edit',
        moderatorId: editor.userId,
        authorId: was.userId,
        forumId: was.forumId,
        threadId: edit.id,
        reason: edit.reason ?? { note: '', notify: false },
      });
    const leads = (subject: string, links: readonly string[]) => [
      ...writtenLinks(subject, site.host),
      ...links,
    ];
    const adds = () =>
      addsLinks(leads(was.subject, linksIn(was.html, site.host)), leads(subject, message.links));
    const reason = message.review ? 'edit' : edit.holdsLinks && adds() ? 'newcomer' : undefined;
    const held = was.checked && !moderator && reason !== undefined;
    const ledger = new Ledger();
    if (held) await holdThread(tx, ledger, locked, reason);
    else if (isShown(locked)) {
      countThread(ledger, locked, -1);
      countThread(ledger, { ...locked, themeId, language }, 1);
    }
    await ledger.book(tx, site.timeZone);
    if (held) {
      await announceGone(tx, [{ thread: edit.id }]);
      await touch(
        tx,
        touchedByRemoval({ threadId: edit.id, forumId: was.forumId, userId: was.userId }),
      );
      return { gone: threadTags({ threadId: edit.id }), checked: false };
    }
    await touch(tx, [
      ...touchedByThreadEdit({ threadId: edit.id }),
      ...touches(urgency.post, tag.threadPage(edit.id, 1)),
    ]);
    return { gone: [], checked: was.checked };
  });
  return { removedFrames: message.removedFrames, gone, checked };
}
