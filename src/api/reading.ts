import { z } from '@hono/zod-openapi';
import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import type { Reading } from '#domain/forum/wire-reading.ts';
import { translator } from '#i18n/translate.ts';
import type { Ctx } from './context.ts';

/* What the files that read have in common. */

/**
 * Who reads what, for domain/. Public things come from the replica, which may lag a moment behind.
 */
export function readingOf(c: Ctx): Reading {
  const { deps, actor, lang } = c.var;
  const t = translator(lang);
  return {
    db: deps.replica,
    timeZone: deps.env.TIME_ZONE,
    viewer: actor,
    lang,
    instead: { hidden: t('thread.withheld.hidden'), review: t('thread.withheld.review') },
  };
}

/**
 * The same where somebody reads their own things, who expects to find what they have just changed.
 */
export const ownReadingOf = (c: Ctx): Reading => ({ ...readingOf(c), db: c.var.deps.db });

const isThreadLanguage = (text: string): text is ThreadLanguage =>
  (THREAD_LANGUAGES as readonly string[]).includes(text);

/** `languages` of a list: one, several with commas, or none; all of them are no filter. */
export const languages = z
  .string()
  .max(100)
  .optional()
  .transform((text, context) => {
    const wanted = new Set(
      (text === 'null' || text === 'undefined' ? '' : (text ?? ''))
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    );
    for (const one of wanted)
      if (!isThreadLanguage(one))
        context.addIssue({ code: 'custom', message: `must be of ${THREAD_LANGUAGES.join(', ')}` });
    return wanted.size === 1 ? ([...wanted][0] as ThreadLanguage) : undefined;
  })
  .meta({
    description: `Any of ${THREAD_LANGUAGES.join(', ')}, with commas; all without it`,
    example: 'zh_CN',
  });
