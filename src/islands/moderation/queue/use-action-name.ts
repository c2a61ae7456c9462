import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** An action's text below `moderation.log.act.`, or its code if there is none. */
export function useActionName(): (action: string) => string {
  const { t } = useTexts();
  return (action) =>
    t(`moderation.log.act.${action.replaceAll(/[.-]/g, '_')}` as TranslationKey, {
      defaultValue: action,
    });
}
