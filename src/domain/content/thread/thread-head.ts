import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { type ThreadWireRow, threadWireColumns } from './present.ts';

export interface ThreadHead extends ThreadWireRow {
  readable: boolean;
}

/** SQL columns of a ThreadHead; needs `thread t` and `forum f`. */
export const threadHeadColumns = (reader: string): string =>
  `${threadWireColumns}, ${forumReadableSql('f', reader)} as readable`;

const selectThreadHead = statement<ThreadHead, { threadId: number; reader: number | null }>(
  `
    select ${threadHeadColumns(':reader')}
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :threadId`,
);

export async function readThreadHead(
  { db, viewer }: ReadContext,
  threadId: number,
): Promise<ThreadHead | undefined> {
  return (await selectThreadHead(db, { threadId, reader: toReaderGroupId(viewer) }))[0];
}

/**
 * Returns the thread if the viewer may see it. Throws notFound (missing, or in an unreadable
 * forum), notAcceptable (deleted, hidden, or pending review and not the viewer's own).
 */
export function requireVisible<Head extends ThreadHead>(
  head: Head | undefined,
  viewer: Viewer | null,
): Head {
  if (!head?.readable) throw new AppError('notFound');
  const shown = head.state === 'normal' && (head.checked || viewer?.userId === head.userId);
  if (!shown) throw new AppError('notAcceptable');
  return head;
}
