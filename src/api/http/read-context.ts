import { type MediaWords, toMediaWords } from '#contracts/media-words.ts';
import type { ReadContext } from '#domain/read-context.ts';
import { translator } from '#i18n/translator.ts';
import type { ApiContext } from './context.ts';

/* Read contexts of calls. */

/** The words for pictures and videos in plain texts, in the language of the request. */
export const getMediaWords = (c: ApiContext): MediaWords => toMediaWords(translator(c.var.lang));

/**
 * The read context for domain/. Public data comes from the replica, which may lag a moment behind.
 */
export function getReadContext(c: ApiContext): ReadContext {
  const { deps, actor, lang } = c.var;
  const t = translator(lang);
  return {
    db: deps.replica,
    timeZone: deps.env.TIME_ZONE,
    viewer: actor,
    lang,
    withheldTexts: {
      hidden: t('thread.withheld.hidden'),
      hiddenThread: t('thread.withheld.hiddenThread'),
      review: t('thread.withheld.review'),
      tooLarge: t('thread.withheld.tooLarge'),
    },
    mediaWords: toMediaWords(t),
  };
}

/** The read context of the caller's own data, which must include what they have just changed. */
export const getOwnReadContext = (c: ApiContext): ReadContext => ({
  ...getReadContext(c),
  db: c.var.deps.db,
});
