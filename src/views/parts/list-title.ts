import type { ListAddress } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';

/** A list's name in the document title; undefined for the first page of the default order. */
export function listTitle(
  t: TFunction,
  { order, page }: ListAddress,
  name?: string,
): string | undefined {
  const parts = [
    name,
    order !== 'latest' && t(`list.order.${order}`),
    page > 1 && t('common.page', { n: page }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
