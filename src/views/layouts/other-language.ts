import { type Lang, otherLang } from '#contracts/language.ts';
import { type Area, homePath, rootOf, switchPath } from '#contracts/paths.ts';

/**
 * Where a page can be read in the other language; `exists` tells whether it is there too, else it
 * is that language's home page.
 */
export function otherLanguage(
  area: Area,
  lang: Lang,
  path: string,
  exists = true,
): { lang: Lang; href: string } {
  const other = otherLang(lang);
  return {
    lang: other,
    href: (exists && switchPath(path, { lang: other })) || homePath(rootOf(area, other)),
  };
}
