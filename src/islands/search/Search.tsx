import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { addRecentSearch } from '#client/search/recent-searches.ts';
import {
  type ForumChoice,
  HITS_PER_PAGE,
  loadSearchableForums,
  searchThreads,
} from '#client/search/search.ts';
import { clientPagePath } from '#contracts/paths.ts';
import {
  EMPTY_SEARCH,
  MAX_KEYWORD_CHARACTERS,
  parseSearchAddress,
  type SearchAddress,
  searchPath,
} from '#contracts/search-address.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Icon } from '../components/Icon.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { PageLinks } from '../components/Pager.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { FoundCount, Suggestion } from './FoundCount.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchHit } from './SearchHit.tsx';

/** Suggestions for a search without hits. */
function NoHits({ address, go }: { address: SearchAddress; go(path: string): void }) {
  const { t, root } = useTexts();
  const { q, forum, author, language, from, to } = address;
  const hasFilters = [forum, author, language, from, to].some((one) => one !== undefined);
  return (
    <EmptyState
      title={t('search.none.title', { q })}
      text={t(hasFilters ? 'search.none.narrowed' : 'search.none.text')}
    >
      <div className="ways">
        {hasFilters && (
          <a
            className="btn"
            href={searchPath(root, { ...EMPTY_SEARCH, q })}
            onClick={onPlainClick(go)}
          >
            {t('search.none.everywhere')}
          </a>
        )}
        <a className="btn" href={clientPagePath(root, 'new')}>
          {t('search.none.ask')}
        </a>
      </div>
    </EmptyState>
  );
}

const NO_FORUMS: readonly ForumChoice[] = [];

function SearchField({ q, onSearch }: { q: string; onSearch(q: string): void }) {
  const { t } = useTexts();
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(q), [q]);
  // Without a keyword the field gets the focus.
  useEffect(() => {
    if (field.current?.value === '' && document.activeElement === document.body)
      field.current.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSearch(text.trim());
    else field.current?.focus();
  };
  return (
    <form className="sought" onSubmit={submit}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        maxLength={MAX_KEYWORD_CHARACTERS}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="btn fill">
        {t('search.label')}
      </button>
    </form>
  );
}

interface HitsProps {
  address: SearchAddress;
  /** The forums whose names hits show; undefined while they are loading. */
  forums: readonly ForumChoice[] | undefined;
  go(path: string): void;
}

function SearchHits({ address, forums, go }: HitsProps) {
  const { t, root } = useTexts();
  const {
    value: data,
    failure,
    reload,
  } = useQuery(searchPath(root, address), () => searchThreads(address), { isRestored: true });
  // Going back to the page shows the same hits at the same scroll position, without a call.
  const [cameBack] = useState(data !== undefined);
  const forumsById = useMemo(
    () =>
      new Map(
        forums?.flatMap((section) =>
          section.forums.map((forum): [number, ForumBriefWire] => [forum.id, forum]),
        ),
      ),
    [forums],
  );
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!data || !(forums || cameBack)) return <Skeleton rows={6} />;
  const suggestion = <Suggestion address={address} result={data} go={go} />;
  if (data.total === 0)
    return (
      <>
        {suggestion}
        <NoHits address={address} go={go} />
      </>
    );
  return (
    <>
      {suggestion}
      <FoundCount address={address} result={data} go={go} />
      {data.hits.length === 0 ? (
        <EmptyState title={t('search.past.title')} text={t('search.past.text')} />
      ) : (
        <ol className="hits">
          {data.hits.map((hit) => (
            <SearchHit key={hit.id} hit={hit} forum={forumsById.get(hit.forum_id)} />
          ))}
        </ol>
      )}
      <PageLinks
        page={address.page}
        pages={Math.ceil(data.total / HITS_PER_PAGE)}
        href={(page) => searchPath(root, { ...address, page })}
        go={go}
      />
    </>
  );
}

/** The page of searches (R31). */
export default function Search() {
  const { t, lang, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = useMemo(() => parseSearchAddress(query), [query]);
  const { value, failure } = useQuery(`forums ${lang}`, loadSearchableForums, { isRestored: true });
  const forums = value ?? (failure && NO_FORUMS);
  const { q } = address;
  // before the first paint: the list of recent searches would move what stands below it
  useLayoutEffect(() => {
    if (q) addRecentSearch(q);
  }, [q]);
  return (
    <div className="cols">
      <div>
        <SearchField
          q={q}
          onSearch={(wanted) =>
            go(searchPath(root, { ...address, q: wanted, all: undefined, page: 1 }))
          }
        />
        <SearchFilters
          address={address}
          forums={forums ?? NO_FORUMS}
          onChange={(change) => go(searchPath(root, { ...address, ...change, page: 1 }))}
        />
        {q ? (
          <SearchHits address={address} forums={forums} go={go} />
        ) : (
          <EmptyState title={t('search.begin.title')} text={t('search.begin.text')} />
        )}
      </div>
      <aside className="aside">
        <RecentSearches go={go} />
        <section className="block">
          <header>
            <h2>{t('search.advice.title')}</h2>
          </header>
          <p className="meta">{t('search.advice.text')}</p>
        </section>
      </aside>
    </div>
  );
}
