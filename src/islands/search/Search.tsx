import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  KEYWORD_MAX,
  parseSearch,
  type SearchAddress,
  searchPath,
} from '#contracts/search-address.ts';
import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import { type ForumChoice, findThreads, HITS_PER_PAGE, searchableForums } from '#stores/search.ts';
import { noteSearch } from '#stores/searched.ts';
import { useAddress } from '../ui/address.ts';
import { Bones } from '../ui/Bones.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/Pager.tsx';
import { useRemembered } from '../ui/remembered.ts';
import { State } from '../ui/State.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { Filters } from './Filters.tsx';
import { Hit } from './Hit.tsx';
import { Nothing } from './Nothing.tsx';
import { Searched } from './Searched.tsx';

/** Hits are counted up to this many. */
const COUNTED = 1_000;
const NONE: readonly ForumChoice[] = [];

function Field({ q, onSearch }: { q: string; onSearch(q: string): void }) {
  const { t } = useTexts();
  const [text, setText] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(q), [q]);
  // Who comes without a keyword comes to type one.
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
        maxLength={KEYWORD_MAX}
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
  /** Whose names hits bear; undefined while they are on their way. */
  forums: readonly ForumChoice[] | undefined;
  go(path: string): void;
}

function Hits({ address, forums, go }: HitsProps) {
  const { t, root } = useTexts();
  const {
    value: data,
    failure,
    again,
  } = useRemembered(searchPath(root, address), () => findThreads(address));
  // Who comes back to hits finds them at once, at their place.
  const [returned] = useState(data !== undefined);
  const known = useMemo(
    () =>
      new Map(
        forums?.flatMap((section) =>
          section.forums.map((forum): [number, ForumBriefWire] => [forum.id, forum]),
        ),
      ),
    [forums],
  );
  if (failure) return <Trouble failure={failure} onAgain={again} />;
  if (!data || !(forums || returned)) return <Bones rows={6} />;
  if (data.total === 0) return <Nothing address={address} go={go} />;
  return (
    <>
      <p className="found meta num" role="status">
        {data.total < COUNTED
          ? t('search.found', { count: data.total })
          : t('search.foundMany', { n: COUNTED })}
      </p>
      {data.hits.length === 0 ? (
        <State title={t('search.past.title')} text={t('search.past.text')} />
      ) : (
        <ol className="hits">
          {data.hits.map((hit) => (
            <Hit key={hit.id} hit={hit} forum={known.get(hit.forum_id)} />
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
  const { query, go } = useAddress();
  const address = useMemo(() => parseSearch(query), [query]);
  const { value, failure } = useRemembered(`forums ${lang}`, searchableForums);
  const forums = value ?? (failure && NONE);
  const { q } = address;
  useEffect(() => {
    if (q) noteSearch(q);
  }, [q]);
  return (
    <div className="cols">
      <div>
        <Field
          q={q}
          onSearch={(wanted) => go(searchPath(root, { ...address, q: wanted, page: 1 }))}
        />
        <Filters
          address={address}
          forums={forums ?? NONE}
          onChange={(change) => go(searchPath(root, { ...address, ...change, page: 1 }))}
        />
        {q ? (
          <Hits address={address} forums={forums} go={go} />
        ) : (
          <State title={t('search.begin.title')} text={t('search.begin.text')} />
        )}
      </div>
      <aside className="aside">
        <Searched go={go} />
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
