import { createContext, useContext } from 'react';
import type { Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import type { T } from '#i18n/key.ts';

/**
 * The interface's language and texts, which are there before anything is drawn, and where its links
 * lead.
 */
export interface TextsOf {
  t: T;
  lang: Lang;
  /** Of the site that the page belongs to. */
  root: Root;
}
export const Texts = createContext<TextsOf | undefined>(undefined);

export function useTexts(): TextsOf {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There are no texts above this component.');
  return texts;
}
