import type { Brand } from '#contracts/brand.ts';
import { APP_ICONS, type AppIcon, appIconPath } from '#contracts/brand-mark.ts';
import { htmlLang, type Lang } from '#contracts/language.ts';
import { clientPagePath, homePath, mePath, rootOf } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';

/** Launch screen: the paper of the light theme. */
const BACKGROUND_COLOUR = '#ffffff';

/** The phone site's web app manifest in a language. */
export function webManifest(lang: Lang, brand: Brand): object {
  const { title, vendor, description } = brand[lang];
  const root = rootOf('phone', lang);
  const t = translator(lang);
  const icon = (name: AppIcon, purpose: 'any' | 'maskable') => ({
    src: appIconPath(name, brand.look),
    sizes: `${APP_ICONS[name].side}x${APP_ICONS[name].side}`,
    type: 'image/png',
    purpose,
  });
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
    // For lists of apps; pages set their own paper (DocumentHead.astro).
    theme_color: brand.look.colours?.light ?? BACKGROUND_COLOUR,
    icons: [
      icon('icon-192', 'any'),
      icon('icon-512', 'any'),
      icon('maskable-192', 'maskable'),
      icon('maskable-512', 'maskable'),
    ],
    shortcuts: [
      shortcut(t('phone.tab.new'), clientPagePath(root, 'new')),
      shortcut(t('clientPage.search'), clientPagePath(root, 'search')),
      shortcut(t('phone.tab.me'), mePath(root)),
    ],
  };
}
