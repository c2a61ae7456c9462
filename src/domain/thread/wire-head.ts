import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { readableSql, readerOf, type Viewer } from '../forum/access.ts';
import type { Reading } from '../forum/wire-reading.ts';
import { type ThreadWireRow, threadWireColumns } from './present.ts';

export interface ThreadHead extends ThreadWireRow {
  readable: boolean;
}

/** SQL columns of a ThreadHead; needs `thread t` and `forum f`. */
export const headColumns = (reader: string): string =>
  `${threadWireColumns}, ${readableSql('f', reader)} as readable`;

const headOf = statement<ThreadHead, { threadId: number; reader: number | null }>(
  `
    select ${headColumns(':reader')}
    from thread t
    join forum f on f.id = t.forum_id
    where t.id = :threadId`,
);

export async function readHead(
  { db, viewer }: Reading,
  threadId: number,
): Promise<ThreadHead | undefined> {
  return (await headOf(db, { threadId, reader: readerOf(viewer) }))[0];
}

/**
 * The thread, if the viewer may see it. Throws notFound (none, or in a forum that the viewer may
 * not read), and notAcceptable (deleted, hidden, or waiting for review: its author alone sees that
 * one).
 */
export function visible<Head extends ThreadHead>(
  head: Head | undefined,
  viewer: Viewer | null,
): Head {
  if (!head?.readable) throw new AppError('notFound');
  const shown = head.state === 'normal' && (head.checked || viewer?.userId === head.userId);
  if (!shown) throw new AppError('notAcceptable');
  return head;
}
