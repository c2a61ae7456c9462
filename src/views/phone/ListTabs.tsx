import { ORDERS } from '#contracts/list-orders.ts';
import type { ListAddress } from '#contracts/paths.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { LanguageFilter } from '../parts/LanguageFilter.tsx';
import { Tabs } from './Tabs.tsx';

interface Props {
  t: TFunction;
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
}

export function ListTabs({ t, address, href }: Props) {
  const { order, theme, only } = address;
  return (
    <div className="tabs-row">
      <Tabs
        label={t('list.orderLabel')}
        tabs={ORDERS.map((one) => ({
          text: t(`list.order.${one}`),
          href: href({ order: one, theme, only }),
          current: one === order,
        }))}
      />
      <LanguageFilter t={t} address={address} href={href} short />
    </div>
  );
}
