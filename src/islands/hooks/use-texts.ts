import { createContext, useContext } from 'react';
import type { Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** Language, texts and link root, loaded before the first render. */
export interface TextsValue {
  t: TFunction;
  lang: Lang;
  /** The prefix of the site's links. */
  root: Root;
}
export const Texts = createContext<TextsValue | undefined>(undefined);

export function useTexts(): TextsValue {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There are no texts above this component.');
  return texts;
}
