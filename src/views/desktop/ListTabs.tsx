import type { ReactNode } from 'react';
import { useTexts } from '#islands/hooks/use-texts.ts';
import '#styles/desktop/tabs.css';
import { ORDERS } from '#contracts/list-orders.ts';
import type { ListAddress } from '#contracts/paths.ts';
import { LanguageFilter } from '../parts/LanguageFilter.tsx';

interface Props {
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
  children?: ReactNode;
}

export function ListTabs({ address, href, children }: Props) {
  const { t } = useTexts();
  const { order, theme, only } = address;
  return (
    <div className="tabs-row">
      <nav className="tabs" aria-label={t('list.orderLabel')}>
        {ORDERS.map((one) => (
          <a
            key={one}
            href={href({ order: one, theme, only })}
            aria-current={one === order ? 'page' : undefined}
          >
            {t(`list.order.${one}`)}
          </a>
        ))}
      </nav>
      <LanguageFilter address={address} href={href} />
      {children}
    </div>
  );
}
