import type { ReactNode } from 'react';
import {
  CONTENT_PERIODS,
  type ContentPage,
  type ContentPeriod,
  MY_CONTENT_PER_PAGE,
} from '#client/account/my-content.ts';
import { clientPagePath, type MemberPage, parsePage, type Root } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Options } from '../components/Options.tsx';
import { PageLinks } from '../components/Pager.tsx';
import { Select } from '../components/Select.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';

export interface MyListQuery {
  tab: 'threads' | 'forums';
  period: ContentPeriod;
  /** From 1. */
  page: number;
}

/** Parses the query of an address; ignores invalid parts. */
export function parseMyListQuery(query: string): MyListQuery {
  const given = new URLSearchParams(query);
  return {
    tab: given.get('tab') === 'forums' ? 'forums' : 'threads',
    period: CONTENT_PERIODS.find((period) => period === given.get('time')) ?? 'all',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

export const myListPath = (
  root: Root,
  memberPage: MemberPage,
  { tab, period, page }: MyListQuery,
): string =>
  clientPagePath(root, memberPage, {
    ...(tab === 'forums' ? { tab } : {}),
    ...(period === 'all' ? {} : { time: period }),
    ...(page > 1 ? { page } : {}),
  });

interface Props<Item> {
  load(): Promise<ContentPage<Item>>;
  page: number;
  href(page: number): string;
  go(path: string): void;
  /** Replaces an empty list. */
  empty: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** A page of the reader's own content, with loading, failure and empty state. */
export function MyList<Item>({ load, page, href, go, empty, children }: Props<Item>) {
  const query = useQuery(href(page), load, { isRestored: true });
  return (
    <Loaded query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            {children(items)}
            <PageLinks
              page={page}
              pages={Math.ceil(total / MY_CONTENT_PER_PAGE)}
              href={href}
              go={go}
            />
          </>
        )
      }
    </Loaded>
  );
}

interface WrittenProps<Item> {
  memberPage: MemberPage;
  load(period: ContentPeriod, page: number): Promise<ContentPage<Item>>;
  /** For users without any content. */
  none: ReactNode;
  children(items: readonly Item[]): ReactNode;
}

/** The reader's threads or replies of the address's period and page. */
export function MyWritten<Item>({ memberPage, load, none, children }: WrittenProps<Item>) {
  const { t, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = parseMyListQuery(query);
  const { period, page } = address;
  const path = (change: Partial<MyListQuery>) =>
    myListPath(root, memberPage, { ...address, ...change });
  const emptyPeriod = (
    <EmptyState of="own.emptyPeriod">
      <a className="btn" href={path({ period: 'all', page: 1 })} onClick={onPlainClick(go)}>
        {t('own.emptyPeriod.action')}
      </a>
    </EmptyState>
  );
  return (
    <>
      <div className="filters">
        <Select
          label={t('own.period.label')}
          value={period}
          isSet={period !== 'all'}
          onChange={(chosen) => go(path({ period: chosen as ContentPeriod, page: 1 }))}
        >
          <Options values={CONTENT_PERIODS} label={(one) => t(`own.period.${one}`)} />
        </Select>
      </div>
      <MyList
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
