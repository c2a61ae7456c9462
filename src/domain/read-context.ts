import type { Lang } from '#contracts/language.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { Db } from '#db/client.ts';
import type { Viewer } from './viewer.ts';

/** A request to read: who asks, in which language, of which database. */
export interface ReadContext {
  db: Db;
  /** The community's, for counts of today. */
  timeZone: string;
  viewer: Viewer | null;
  lang: Lang;
  /** The texts shown instead of withheld content, in that language. */
  withheldTexts: { hidden: string; hiddenThread: string; review: string; tooLarge: string };
  /** The words for pictures and videos in plain texts, in that language. */
  mediaWords: MediaWords;
}
