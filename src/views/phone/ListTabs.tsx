import { ORDERS } from '#contracts/list-orders.ts';
import type { ListAddress } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { LanguageFilter } from '../parts/LanguageFilter.tsx';
import { Tabs } from './Tabs.tsx';

interface Props {
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
}

export function ListTabs({ address, href }: Props) {
  const { t } = useTexts();
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
      <LanguageFilter address={address} href={href} short />
    </div>
  );
}
