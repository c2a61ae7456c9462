import { type MediaWords, toMediaWords } from '#contracts/media-words.ts';
import type { ReadContext } from '#domain/shared/read-context.ts';
import { translator } from '#i18n/translator.ts';
import type { ApiContext } from './context.ts';
import { getReads } from './own-writes.ts';

/** Words for pictures and videos in plain texts, in the request's language. */
export const getMediaWords = (c: ApiContext): MediaWords => toMediaWords(translator(c.var.lang));

/** The read context of public data, which may lag a moment. */
export function getReadContext(c: ApiContext): ReadContext {
  const { deps, actor, lang } = c.var;
  const t = translator(lang);
  return {
    db: getReads(c),
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

/** The read context of the caller's own data, which must include recent changes. */
export const getOwnReadContext = (c: ApiContext): ReadContext => ({
  ...getReadContext(c),
  db: c.var.deps.db,
});
