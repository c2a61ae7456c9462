import type { ReactNode } from 'react';
import { textAroundTime } from '#i18n/text-around.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  text: TranslationKey;
  values?: Record<string, string | number>;
  children: ReactNode;
}

/** A text that contains a time; see textAroundTime. */
export function TextWithTime({ text, values, children }: Props) {
  const { t } = useTexts();
  const [before, behind] = textAroundTime(t, text, values);
  return (
    <>
      {before}
      {children}
      {behind}
    </>
  );
}
