import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { Lang } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';

// Placeholder until the reading calls land.
export const readThreadBrief = async (_db: Db, id: number, _lang: Lang): Promise<ThreadBriefWire> => ({ id }) as ThreadBriefWire;
