import type { ReactNode } from 'react';
import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/desktop/tabs.css';
import { ORDERS } from '#contracts/list-orders.ts';
import type { ListAddress } from '#contracts/paths.ts';
import { LanguageFilter } from '../parts/LanguageFilter.tsx';

interface Props {
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
  /** Address of the member's unread threads; without it there is no such tab. */
  unreadHref?: string;
  children?: ReactNode;
}

export function ListTabs({ address, href, unreadHref, children }: Props) {
  const { t } = useTexts();
  const { order, theme, only } = address;
  const orders = ORDERS.map((one) => (
    <a
      key={one}
      href={href({ order: one, theme, only })}
      aria-current={one === order ? 'page' : undefined}
    >
      {t(`list.order.${one}`)}
    </a>
  ));
  const unread = (
    <a key="unread" className="members" href={unreadHref} rel="nofollow">
      {t('list.unread')}
    </a>
  );
  return (
    <div className="tabs-row">
      <nav className="tabs" aria-label={t('list.orderLabel')}>
        {unreadHref ? orders.toSpliced(1, 0, unread) : orders}
      </nav>
      <LanguageFilter address={address} href={href} />
      {children}
    </div>
  );
}
