import type { ReactNode } from 'react';
import { OWN_PER_PAGE, OWN_PERIODS, type OwnPage, type OwnPeriod } from '#stores/own.ts';
import { Bones } from '../ui/Bones.tsx';
import { PageLinks } from '../ui/Pager.tsx';
import { useRemembered } from '../ui/remembered.ts';
import { Select } from '../ui/Select.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';

interface Props<Item> {
  /** Names what is loaded: the address of the list's page. */
  address: string;
  load(): Promise<OwnPage<Item>>;
  page: number;
  href(page: number): string;
  go(path: string): void;
  /** In place of an empty list. */
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** A page of something of the reader's own, in all of its states. */
export function OwnList<Item>({ address, load, page, href, go, empty, children }: Props<Item>) {
  const { data, failure, again } = useRemembered(address, load);
  if (failure) return <Trouble failure={failure} onAgain={again} />;
  if (!data) return <Bones />;
  if (data.items.length === 0) return empty;
  return (
    <>
      {children(data.items)}
      <PageLinks page={page} pages={Math.ceil(data.total / OWN_PER_PAGE)} href={href} go={go} />
    </>
  );
}

/** How far back a list goes. */
export function Periods({ period, onChange }: { period: OwnPeriod; onChange(period: OwnPeriod): void }) {
  const { t } = useTexts();
  return (
    <div className="filters">
      <Select label={t('own.period.label')} value={period} set={period !== 'all'} onChange={(value) => onChange(value as OwnPeriod)}>
        {OWN_PERIODS.map((one) => (
          <option key={one} value={one}>
            {t(`own.period.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
