import { useRef } from 'react';
import { isUntouched } from '#client/drafts/thread-draft.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThemeWire } from '#contracts/wire/forum.ts';

const chooseTemplate = (theme: ThemeWire | undefined, language: ThreadLanguage): string =>
  theme ? (language === 'en_US' && theme.template_en) || theme.template : '';

/**
 * The templates of themes: which one fills an empty message, and whether a message is an unchanged
 * template.
 */
export function useTemplate(themes: readonly ThemeWire[] | undefined) {
  // Templates of a formerly chosen forum count too.
  const known = useRef(new Set<string>());
  for (const { template, template_en } of themes ?? [])
    for (const one of [template, template_en]) if (one) known.current.add(one);
  const isUntouchedTemplate = (html: string): boolean =>
    isUntouched(html, '') || [...known.current].some((template) => isUntouched(html, template));
  return {
    untouched: isUntouchedTemplate,
    /**
     * The message after a change of theme or language: a template replaces an empty message or
     * another template.
     */
    applyTemplate: (html: string, themeId: number | undefined, language: ThreadLanguage): string =>
      isUntouchedTemplate(html)
        ? chooseTemplate(
            themes?.find((one) => one.id === themeId),
            language,
          )
        : html,
  };
}
