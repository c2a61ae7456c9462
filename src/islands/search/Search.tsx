import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { call } from '#client/core/api.ts';
import {
  $recentSearches,
  addRecentSearch,
  clearRecentSearches,
  removeRecentSearch,
} from '#client/search/recent-searches.ts';
import {
  HITS_PER_PAGE,
  type SearchResult,
  searchThreads,
  toSearchHit,
} from '#client/search/search.ts';
import { clientPagePath } from '#contracts/paths.ts';
import {
  EMPTY_SEARCH,
  MAX_KEYWORD_CHARACTERS,
  parseSearchAddress,
  type SearchAddress,
  searchPath,
} from '#contracts/search-address.ts';
import type { SectionWire } from '#contracts/wire/forum.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Icon } from '../components/Icon.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { PageLinks } from '../components/Pager.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick, useUrlQuery } from '../hooks/use-url-query.ts';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchHit } from './SearchHit.tsx';

/** Recent searches from this browser's storage. */
function RecentSearches({ go }: { go(path: string): void }) {
  const { t, root } = useTexts();
  const searched = useStore($recentSearches);
  if (searched.length === 0) return null;
  return (
    <section className="block recent-searches">
      <header>
        <h2>{t('search.history.title')}</h2>
        <button type="button" className="meta hover" onClick={clearRecentSearches}>
          {t('search.history.clear')}
        </button>
      </header>
      <ul>
        {searched.map((q) => (
          <li key={q}>
            <a href={searchPath(root, { ...EMPTY_SEARCH, q })} onClick={onPlainClick(go)}>
              <Icon name="clock" />
              <span className="name" translate="no">
                {q}
              </span>
            </a>
            <button
              type="button"
              className="hover"
              aria-label={t('search.history.remove', { q })}
              onClick={() => removeRecentSearch(q)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <p className="meta">{t('search.history.note')}</p>
    </section>
  );
}

/** Hits are counted up to this number. */
const MAX_COUNTED_HITS = 1_000;

interface FoundProps {
  address: SearchAddress;
  result: SearchResult;
  go(path: string): void;
}

/** Offers another keyword if the typed one has few hits. */
function Suggestion({ address, result: { suggestion }, go }: FoundProps) {
  const { t, root } = useTexts();
  if (suggestion === null) return null;
  return (
    <p className="suggestion">
      {t('search.suggestion')}{' '}
      <a
        href={searchPath(root, { ...address, q: suggestion, all: undefined, page: 1 })}
        onClick={onPlainClick(go)}
      >
        {suggestion}
      </a>
    </p>
  );
}

/** The number of threads found, and which words they contain. */
function FoundCount({ address, result, go }: FoundProps) {
  const { t, root } = useTexts();
  const { total, complete, omitted } = result;
  const found = () => {
    if (complete === 0) return t('search.foundSome');
    if (complete < total) return t('search.foundAllAndSome', { count: complete });
    return total < MAX_COUNTED_HITS
      ? t('search.found', { count: total })
      : t('search.foundMany', { n: MAX_COUNTED_HITS });
  };
  return (
    <div className="found meta num">
      <p role="status">{found()}</p>
      {omitted > 0 && (
        <p>
          {t('search.omitted', { count: omitted })}
          {' · '}
          <a href={searchPath(root, { ...address, all: true, page: 1 })} onClick={onPlainClick(go)}>
            {t('search.showAll')}
          </a>
        </p>
      )}
    </div>
  );
}

function NoHits({ address, go }: { address: SearchAddress; go(path: string): void }) {
  const { t, root } = useTexts();
  const { q, forum, author, language, from, to } = address;
  const hasFilters = [forum, author, language, from, to].some((one) => one !== undefined);
  return (
    <EmptyState
      art="search"
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

const NO_SECTIONS: readonly SectionWire[] = [];

function SearchField({ q, onSearch }: { q: string; onSearch(q: string): void }) {
  const { t } = useTexts();
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(q), [q]);
  // Without a keyword, the field gets the focus.
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
    <form className="search-form" onSubmit={submit}>
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
  /** Names of forums for the hits; undefined while loading. */
  sections: readonly SectionWire[] | undefined;
  go(path: string): void;
}

function SearchHits({ address, sections, go }: HitsProps) {
  const { root } = useTexts();
  const {
    value: data,
    failure,
    reload,
  } = useQuery(searchPath(root, address), () => searchThreads(address), { isRestored: true });
  // After back navigation, the same hits are shown without a call.
  const [cameBack] = useState(data !== undefined);
  const forums = sections?.flatMap(({ forum }) => forum);
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!data || !(sections || cameBack)) return <Skeleton rows={6} />;
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
        <EmptyState art="search" of="search.past" />
      ) : (
        <ol className="hits">
          {data.hits.map(toSearchHit).map((hit) => (
            <SearchHit
              key={hit.threadId}
              hit={hit}
              forum={forums?.find(({ id }) => id === hit.forumId)}
            />
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

export default function Search() {
  const { t, lang, root } = useTexts();
  const { query, go } = useUrlQuery();
  const address = useMemo(() => parseSearchAddress(query), [query]);
  const { value, failure } = useQuery(
    `sections ${lang}`,
    () => call('GET /v1/forum', { quiet: true }),
    { isRestored: true },
  );
  const sections = value ?? (failure && NO_SECTIONS);
  const { q } = address;
  // before the first paint, because the list of recent searches moves content below
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
          sections={sections ?? NO_SECTIONS}
          onChange={(change) => go(searchPath(root, { ...address, ...change, page: 1 }))}
        />
        {q ? (
          <SearchHits address={address} sections={sections} go={go} />
        ) : (
          <EmptyState art="search" of="search.begin" />
        )}
      </div>
      <aside className="aside">
        <section className="block">
          <header>
            <h2>{t('search.advice.title')}</h2>
          </header>
          <p className="meta">{t('search.advice.text')}</p>
        </section>
        {/* Last, because results would move content below. */}
        <RecentSearches go={go} />
      </aside>
    </div>
  );
}
