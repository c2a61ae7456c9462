import type { ReactNode } from 'react';
import {
  CONTENT_PERIODS,
  type ContentPage,
  type ContentPeriod,
  MY_CONTENT_PER_PAGE,
} from '#client/account/my-content.ts';
import type { MemberPage } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { PageLinks } from '../components/Pager.tsx';
import { Select } from '../components/Select.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { type MyListQuery, myListPath, parseMyListQuery } from './my-list-query.ts';

interface Props<Item> {
  /** The key of the load: the address of the list's page. */
  address: string;
  load(): Promise<ContentPage<Item>>;
  page: number;
  href(page: number): string;
  go(path: string): void;
  /** Shown in place of an empty list. */
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** A page of the reader's own content, in all of its states. */
export function MyList<Item>({ address, load, page, href, go, empty, children }: Props<Item>) {
  const { value: data, failure, reload } = useQuery(address, load, { isRestored: true });
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!data) return <Skeleton />;
  if (data.items.length === 0) return empty;
  return (
    <>
      {children(data.items)}
      <PageLinks
        page={page}
        pages={Math.ceil(data.total / MY_CONTENT_PER_PAGE)}
        href={href}
        go={go}
      />
    </>
  );
}

/** The filter by period. */
function PeriodSelect({
  period,
  onChange,
}: {
  period: ContentPeriod;
  onChange(period: ContentPeriod): void;
}) {
  const { t } = useTexts();
  return (
    <div className="filters">
      <Select
        label={t('own.period.label')}
        value={period}
        isSet={period !== 'all'}
        onChange={(value) => onChange(value as ContentPeriod)}
      >
        {CONTENT_PERIODS.map((one) => (
          <option key={one} value={one}>
            {t(`own.period.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface WrittenProps<Item> {
  memberPage: MemberPage;
  load(period: ContentPeriod, page: number): Promise<ContentPage<Item>>;
  /** Shown to users who have never written any. */
  none: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** The reader's own threads or replies, of the period and page in the address. */
export function MyWritten<Item>({ memberPage, load, none, children }: WrittenProps<Item>) {
  const { t, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = parseMyListQuery(query);
  const { period, page } = address;
  const path = (change: Partial<MyListQuery>) =>
    myListPath(root, memberPage, { ...address, ...change });
  const emptyPeriod = (
    <EmptyState title={t('own.emptyPeriod.title')} text={t('own.emptyPeriod.text')}>
      <a className="btn" href={path({ period: 'all', page: 1 })} onClick={onPlainClick(go)}>
        {t('own.emptyPeriod.action')}
      </a>
    </EmptyState>
  );
  return (
    <>
      <PeriodSelect period={period} onChange={(chosen) => go(path({ period: chosen, page: 1 }))} />
      <MyList
        address={path({})}
        load={() => load(period, page)}
        page={page}
        href={(number) => path({ page: number })}
        go={go}
        empty={period === 'all' ? none : emptyPeriod}
      >
        {children}
      </MyList>
    </>
  );
}
