import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThreadSourceWire } from '#contracts/wire/requests.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';
import type { MayModerate } from '../forum/access.ts';
import { toPollWire } from '../poll/present.ts';
import { readPolls } from '../poll/read.ts';
import { requireEditor } from '../require-editor.ts';
import type { Viewer } from '../viewer.ts';
import { readNewestRevision } from './edit.ts';

interface StoredThread {
  postId: number;
  userId: number;
  forumId: number;
  themeId: number;
  subject: string;
  source: string;
  language: ThreadLanguage;
  state: string;
}

const selectSource = statement<StoredThread, { threadId: number }>(`
  select
    p.id as "postId",
    t.user_id as "userId",
    t.forum_id as "forumId",
    t.theme_id as "themeId",
    t.subject,
    ${textOrEllipsisSql('p.source')} as source,
    t.language,
    t.state
  from thread t
  join post p on p.id = t.first_post_id
  where t.id = :threadId`);

/**
 * The source of a thread, for its author and for moderators. Throws notFound, forbidden,
 * notAcceptable.
 */
export async function readThreadSource(
  db: Db,
  editor: Viewer,
  threadId: number,
  mayEditAll: MayModerate,
): Promise<ThreadSourceWire> {
  const [thread] = await selectSource(db, { threadId });
  if (!thread) throw new AppError('notFound');
  await requireEditor(db, thread, editor, mayEditAll);
  if (thread.state !== 'normal') throw new AppError('notAcceptable');
  // First the revision, then the text: a change in between makes the saving of this one a conflict,
  // not a loss.
  const revision = await readNewestRevision(db, thread.postId);
  const [[current = thread], polls] = await Promise.all([
    selectSource(db, { threadId }),
    readPolls(db, [threadId]),
  ]);
  const poll = polls.get(threadId);
  return {
    thread_id: threadId,
    post_id: current.postId,
    user_id: current.userId,
    forum_id: current.forumId,
    type_id: current.themeId,
    subject: current.subject,
    message: current.source,
    language: current.language,
    revision,
    poll_list: poll ? toPollWire(poll, null) : null,
  };
}
