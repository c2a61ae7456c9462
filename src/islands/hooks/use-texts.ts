import { createContext, useContext } from 'react';
import type { Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/**
 * The interface's language and texts, which are there before anything is drawn, and where its links
 * lead.
 */
export interface TextsValue {
  t: TFunction;
  lang: Lang;
  /** Of the site that the page belongs to. */
  root: Root;
}
export const Texts = createContext<TextsValue | undefined>(undefined);

export function useTexts(): TextsValue {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There are no texts above this component.');
  return texts;
}
