import { ORDERS } from '#contracts/list-orders.ts';
import type { ListAddress } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { LanguageFilter } from '../parts/LanguageFilter.tsx';
import { Tabs } from './Tabs.tsx';

interface Props {
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
  /** Address of the member's unread threads; without it there is no such tab. */
  unreadHref?: string;
}

export function ListTabs({ address, href, unreadHref }: Props) {
  const { t } = useTexts();
  const { order, theme, only } = address;
  const orders = ORDERS.map((one) => ({
    text: t(`list.order.${one}`),
    href: href({ order: one, theme, only }),
    current: one === order,
  }));
  const unread = unreadHref && {
    text: t('list.unread'),
    href: unreadHref,
    current: false,
    forMembers: true,
  };
  return (
    <div className="tabs-row">
      <Tabs
        label={t('list.orderLabel')}
        // the member's tab is second, where it is visible without scrolling
        tabs={unread ? orders.toSpliced(1, 0, unread) : orders}
      />
      <LanguageFilter address={address} href={href} short />
    </div>
  );
}
