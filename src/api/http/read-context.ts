import { z } from '@hono/zod-openapi';
import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import type { ReadContext } from '#domain/read-context.ts';
import { translator } from '#i18n/translator.ts';
import type { ApiContext } from './context.ts';

/* Read contexts of calls. */

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
  };
}

/** The read context of the caller's own data, which must include what they have just changed. */
export const getOwnReadContext = (c: ApiContext): ReadContext => ({
  ...getReadContext(c),
  db: c.var.deps.db,
});

const isThreadLanguage = (text: string): text is ThreadLanguage =>
  (THREAD_LANGUAGES as readonly string[]).includes(text);

/**
 * The parameter with the languages of a list: one, several with commas, or none; all of them are no
 * filter.
 */
export const threadLanguages = z
  .string()
  .max(100)
  .optional()
  .transform((text, context) => {
    const requested = new Set(
      (text === 'null' || text === 'undefined' ? '' : (text ?? ''))
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    );
    for (const language of requested)
      if (!isThreadLanguage(language))
        context.addIssue({ code: 'custom', message: `must be of ${THREAD_LANGUAGES.join(', ')}` });
    return requested.size === 1 ? ([...requested][0] as ThreadLanguage) : undefined;
  })
  .meta({
    description: `Any of ${THREAD_LANGUAGES.join(', ')}, with commas; all without it`,
    example: 'zh_CN',
  });
