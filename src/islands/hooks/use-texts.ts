import { createContext, useContext } from 'react';
import type { Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/**
 * The language and texts of the interface, loaded before anything is rendered, and the root of
 * links.
 */
export interface TextsValue {
  t: TFunction;
  lang: Lang;
  /** The root of the page's site, with which links begin. */
  root: Root;
}
export const Texts = createContext<TextsValue | undefined>(undefined);

export function useTexts(): TextsValue {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There are no texts above this component.');
  return texts;
}
