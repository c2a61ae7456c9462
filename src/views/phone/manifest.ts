import { brandFor } from '#contracts/brand.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { APP_ICONS, homePath, mePath, roomPath, rootOf } from '#contracts/paths.ts';
import { translator } from '#i18n/translate.ts';

/** Of the launch screen, and of the system's bars on it: the paper of the light theme. */
const PAPER = '#ffffff';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${APP_ICONS}/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The web app manifest of the phone's site in a language. */
export function manifestOf(lang: Lang, proxyTarget: string): object {
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
    background_color: PAPER,
    theme_color: PAPER,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut(t('phone.tab.new'), roomPath(root, 'new')),
      shortcut(t('room.search'), roomPath(root, 'search')),
      shortcut(t('phone.tab.me'), mePath(root)),
    ],
  };
}
