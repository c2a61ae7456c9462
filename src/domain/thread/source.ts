import { AppError } from '#contracts/errors.ts';
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

type StoredSource = Omit<ThreadSourceWire, 'revision' | 'poll_list'>;

const selectSource = statement<StoredSource & { state: string }, { threadId: number }>(`
  select
    t.id as thread_id,
    p.id as post_id,
    t.user_id,
    t.forum_id,
    t.theme_id as type_id,
    t.subject,
    ${textOrEllipsisSql('p.source')} as message,
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
  const { user_id: userId, forum_id: forumId } = thread;
  await requireEditor(db, { userId, forumId }, editor, mayEditAll);
  if (thread.state !== 'normal') throw new AppError('notAcceptable');
  // First the revision, then the text: a change in between makes the saving of this one a conflict,
  // not a loss.
  const revision = await readNewestRevision(db, thread.post_id);
  const [[current = thread], polls] = await Promise.all([
    selectSource(db, { threadId }),
    readPolls(db, [threadId]),
  ]);
  const poll = polls.get(threadId);
  const { state: _, ...source } = current;
  return { ...source, revision, poll_list: poll ? toPollWire(poll, null) : null };
}
