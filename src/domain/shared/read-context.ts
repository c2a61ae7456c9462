import type { Lang } from '#contracts/language.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { Db } from '#db/client.ts';
import type { Viewer } from './viewer.ts';

export interface ReadContext {
  db: Db;
  /** The community's time zone, for counts of today. */
  timeZone: string;
  viewer: Viewer | null;
  lang: Lang;
  /** Texts shown instead of withheld content, in `lang`. */
  withheldTexts: { hidden: string; hiddenThread: string; review: string; tooLarge: string };
  /** Words for pictures and videos in plain texts, in `lang`. */
  mediaWords: MediaWords;
}
