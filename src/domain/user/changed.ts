import type { Db } from '#db/client.ts';
import { tag, touch, touches, urgency } from '#publish/touch.ts';

/** After a person's name or picture changed: the pages that show it are rendered again. */
export const userChanged = (db: Db, userId: number): Promise<void> => touch(db, touches(urgency.list, tag.user(userId)));
