import type { ReactNode } from 'react';
import type { OwnRoom } from '#contracts/paths.ts';
import { OWN_PER_PAGE, OWN_PERIODS, type OwnPage, type OwnPeriod } from '#stores/own.ts';
import { useAddress, within } from '../ui/address.ts';
import { Bones } from '../ui/Bones.tsx';
import { PageLinks } from '../ui/Pager.tsx';
import { useRemembered } from '../ui/remembered.ts';
import { Select } from '../ui/Select.tsx';
import { State } from '../ui/State.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { type OwnAddress, ownPath, parseOwn } from './address.ts';

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
  const { value: data, failure, again } = useRemembered(address, load);
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
function Periods({ period, onChange }: { period: OwnPeriod; onChange(period: OwnPeriod): void }) {
  const { t } = useTexts();
  return (
    <div className="filters">
      <Select
        label={t('own.period.label')}
        value={period}
        set={period !== 'all'}
        onChange={(value) => onChange(value as OwnPeriod)}
      >
        {OWN_PERIODS.map((one) => (
          <option key={one} value={one}>
            {t(`own.period.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface WrittenProps<Item> {
  room: OwnRoom;
  load(period: OwnPeriod, page: number): Promise<OwnPage<Item>>;
  /** Said to who has written none ever. */
  none: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** What the reader wrote, of the period and the page that the address says. */
export function OwnWritten<Item>({ room, load, none, children }: WrittenProps<Item>) {
  const { t, root } = useTexts();
  const { query, go } = useAddress();
  const address = parseOwn(query);
  const { period, page } = address;
  const path = (change: Partial<OwnAddress>) => ownPath(root, room, { ...address, ...change });
  const noneThen = (
    <State title={t('own.emptyPeriod.title')} text={t('own.emptyPeriod.text')}>
      <a className="btn" href={path({ period: 'all', page: 1 })} onClick={within(go)}>
        {t('own.emptyPeriod.action')}
      </a>
    </State>
  );
  return (
    <>
      <Periods period={period} onChange={(chosen) => go(path({ period: chosen, page: 1 }))} />
      <OwnList
        address={path({})}
        load={() => load(period, page)}
        page={page}
        href={(number) => path({ page: number })}
        go={go}
        empty={period === 'all' ? none : noneThen}
      >
        {children}
      </OwnList>
    </>
  );
}
