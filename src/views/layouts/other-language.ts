import { type Lang, otherLang } from '#contracts/language.ts';
import { type Area, homePath, rootOf, switchPath } from '#contracts/paths.ts';

/** The page in the other language; that language's home page unless `exists`. */
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
