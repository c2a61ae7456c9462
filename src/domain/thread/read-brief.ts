import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { type ThreadWireRow, threadWireColumns, toThreadBriefWire } from './present.ts';

const selectThread = statement<ThreadWireRow, { id: number }>(
  `select ${threadWireColumns} from thread t where t.id = :id`,
);

/** A thread as its author is shown it after writing: whatever its state. Throws notFound. */
export async function readThreadBrief(db: Db, id: number, lang: Lang): Promise<ThreadBriefWire> {
  const [row] = await selectThread(db, { id });
  if (!row) throw new AppError('notFound');
  const now = Date.now();
  return toThreadBriefWire(row, {
    users: { isHidden: () => false },
    withheldTexts: { hidden: '', hiddenThread: '', review: '', tooLarge: '' },
    timeAgo: (at) => relativeTime(lang, at.getTime(), now),
  });
}
