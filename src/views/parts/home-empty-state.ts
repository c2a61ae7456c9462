import type { HomePage } from '#contracts/page-model.ts';
import { clientPagePath, homePath, type Root } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** The empty state of a home page: no forums, no threads, or only this list is empty. */
export function toHomeEmptyState({ sections, address }: HomePage, root: Root, t: TFunction) {
  if (!sections.some((section) => section.forums.length > 0))
    return { title: t('forums.none.title'), text: t('forums.none.text') };
  if (address.order === 'latest' && !address.only && address.page === 1)
    return {
      title: t('list.first.title'),
      text: t('list.first.text'),
      action: { text: t('list.first.action'), href: clientPagePath(root, 'new') },
    };
  return {
    title: t('list.empty.title'),
    text: t('list.empty.text'),
    action: { text: t('list.empty.action'), href: homePath(root) },
  };
}
