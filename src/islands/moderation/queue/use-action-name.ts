import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/**
 * The name of an entry's action: the text below `moderation.log.act.`, with dots and hyphens as
 * underscores, or the action's code where the dictionary has none.
 */
export function useActionName(): (action: string) => string {
  const { t } = useTexts();
  return (action) =>
    t(`moderation.log.act.${action.replaceAll(/[.-]/g, '_')}` as TranslationKey, {
      defaultValue: action,
    });
}
