import { createContext, useContext } from 'react';
import type { Lang } from '#contracts/language.ts';
import type { T } from '#i18n/key.ts';

/** The interface's language and texts, which are there before anything is drawn. */
export const Texts = createContext<{ t: T; lang: Lang } | undefined>(undefined);

export function useTexts(): { t: T; lang: Lang } {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There are no texts above this component.');
  return texts;
}
