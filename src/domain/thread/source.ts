import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThreadSourceWire } from '#contracts/wire/requests.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { type MayModerate, requireEditor, type Viewer } from '../forum/access.ts';
import { presentPoll } from '../poll/present.ts';
import { readPolls } from '../poll/read.ts';
import { revisionOf } from './edit.ts';

interface Stored {
  postId: number;
  userId: number;
  forumId: number;
  themeId: number;
  subject: string;
  source: string;
  language: ThreadLanguage;
  state: string;
}

const sourceOf = statement<Stored, { threadId: number }>(`
  select
    p.id as "postId",
    t.user_id as "userId",
    t.forum_id as "forumId",
    t.theme_id as "themeId",
    t.subject,
    p.source,
    t.language,
    t.state
  from thread t
  join post p on p.id = t.first_post_id
  where t.id = :threadId`);

/**
 * A thread as it was sent, for whoever may change it. Throws notFound, forbidden, notAcceptable.
 */
export async function readThreadSource(
  db: Db,
  editor: Viewer,
  threadId: number,
  mayEditAll: MayModerate,
): Promise<ThreadSourceWire> {
  const [thread] = await sourceOf(db, { threadId });
  if (!thread) throw new AppError('notFound');
  await requireEditor(db, thread, editor, mayEditAll);
  if (thread.state !== 'normal') throw new AppError('notAcceptable');
  // First the revision, then the text: a change in between makes the saving of this one a conflict,
  // not a loss.
  const revision = await revisionOf(db, thread.postId);
  const [[now = thread], polls] = await Promise.all([
    sourceOf(db, { threadId }),
    readPolls(db, [threadId]),
  ]);
  const poll = polls.get(threadId);
  return {
    thread_id: threadId,
    post_id: now.postId,
    user_id: now.userId,
    forum_id: now.forumId,
    type_id: now.themeId,
    subject: now.subject,
    message: now.source,
    language: now.language,
    revision,
    poll_list: poll ? presentPoll(poll, null) : null,
  };
}
