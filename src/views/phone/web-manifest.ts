import { brandFor } from '#contracts/brand.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { APP_ICONS_PATH, clientPagePath, homePath, mePath, rootOf } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';

/** Of the launch screen, and of the system's bars on it: the paper of the light theme. */
const BACKGROUND_COLOUR = '#ffffff';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${APP_ICONS_PATH}/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The web app manifest of the phone's site in a language. */
export function webManifest(lang: Lang, proxyTarget: string): object {
  const { title, vendor, description } = brandFor(proxyTarget)[lang];
  const root = rootOf('phone', lang);
  const t = translator(lang);
  const shortcut = (name: string, url: string) => ({ name, url });
  return {
    id: homePath(root),
    name: title,
    short_name: vendor,
    description,
    lang: htmlLang(lang),
    start_url: homePath(root),
    scope: '/phone',
    display: 'standalone',
    background_color: BACKGROUND_COLOUR,
    theme_color: BACKGROUND_COLOUR,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut(t('phone.tab.new'), clientPagePath(root, 'new')),
      shortcut(t('clientPage.search'), clientPagePath(root, 'search')),
      shortcut(t('phone.tab.me'), mePath(root)),
    ],
  };
}
