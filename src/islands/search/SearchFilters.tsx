import { type KeyboardEvent, useId, useState } from 'react';
import { call } from '#client/core/api.ts';
import { pageArea } from '#client/core/page-info.ts';
import { findAuthorsByPrefix } from '#client/search/find-users.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import { SEARCH_SORTS, type SearchAddress, type SearchSort } from '#contracts/search-address.ts';
import type { SectionWire } from '#contracts/wire/forum.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { ForumOptions, Options } from '../components/Options.tsx';
import { Select } from '../components/Select.tsx';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';

/** A failure to load suggestions is ignored. */
const suggestAuthors = (prefix: string) => findAuthorsByPrefix(prefix, { quiet: true });

/** A combobox for a member's name. Arrow keys choose, Enter takes, Escape closes. */
function AuthorInput({ onChoose }: { onChoose(person: UserBriefWire): void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const prefix = text.trim();
  const { value: people } = useQuery(prefix || undefined, () => suggestAuthors(prefix), {
    debounceMs: TYPING_PAUSE_MS,
  });
  const open = prefix !== '' && people !== undefined;
  const current = people?.[Math.min(at, people.length - 1)];
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && text !== '') setText('');
    else if (event.key === 'Enter' && current && open) onChoose(current);
    else if (event.key === 'ArrowDown' && people) setAt((at + 1) % Math.max(1, people.length));
    else if (event.key === 'ArrowUp' && people)
      setAt((at + people.length - 1) % Math.max(1, people.length));
    else return;
    event.preventDefault();
  };
  return (
    <div className="by">
      <input
        type="text"
        role="combobox"
        aria-label={t('search.author.label')}
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${id}${current.id}` : undefined}
        placeholder={t('search.author.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onBlur={() => setText('')}
        onKeyDown={handleKey}
      />
      <div
        role="listbox"
        id={`${id}list`}
        className="menu"
        aria-label={t('search.author.label')}
        hidden={!open || people.length === 0}
      >
        {people?.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={person.id}
            id={`${id}${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === current}
            data-highlighted={person === current || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            <Avatar person={person} size={24} />
            <span className="name" translate="no">
              {person.nickname}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={open && people.length === 0 ? 'menu meta' : 'vh'}>
        {open && people.length === 0 ? t('search.author.none') : ''}
      </p>
    </div>
  );
}

interface AuthorProps {
  author: number | undefined;
  onChange(author: number | undefined): void;
}

/** Filters by author, from the combobox or the address. */
function AuthorFilter({ author, onChange }: AuthorProps) {
  const { t } = useTexts();
  const [chosenPerson, setChosenPerson] = useState<{ id: number; nickname: string }>();
  const chosenName = chosenPerson?.id === author ? chosenPerson?.nickname : undefined;
  const isUnknown = author !== undefined && chosenName === undefined;
  const { value, failure } = useQuery(isUnknown ? String(author) : undefined, () =>
    call('GET /v1/user/info', { query: { id: author ?? 0 }, quiet: true }),
  );
  const name = chosenName ?? value?.nickname ?? (failure ? `#${author}` : '…');
  if (author !== undefined)
    return (
      <span className="by chosen">
        <Icon name="user" />
        <span className="name" translate="no">
          {name}
        </span>
        <button
          type="button"
          className="hover"
          aria-label={t('search.author.remove')}
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" />
        </button>
      </span>
    );
  const choose = (person: UserBriefWire) => {
    setChosenPerson(person);
    onChange(person.id);
  };
  return <AuthorInput onChoose={choose} />;
}

/** Named periods, in days. */
const PERIOD_DAYS = { week: 7, month: 30, year: 365 } as const;
type PeriodName = keyof typeof PERIOD_DAYS;
const PERIOD_NAMES = Object.keys(PERIOD_DAYS) as PeriodName[];

/** The date some days ago in the reader's time zone: 2026-11-21. */
function localDayAgo(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

/** Filters by the post's date. The address has dates, so that a shared search is stable. */
function PeriodFilter({ from, to, onChange }: DayRange & { onChange(days: DayRange): void }) {
  const { t } = useTexts();
  const [showsDays, setShowsDays] = useState(false);
  const named =
    to === undefined
      ? PERIOD_NAMES.find((one) => localDayAgo(PERIOD_DAYS[one]) === from)
      : undefined;
  const isCustom = showsDays || (named === undefined && (from !== undefined || to !== undefined));
  const choose = (value: string) => {
    setShowsDays(value === 'own');
    if (value !== 'own')
      onChange({
        from: value === '' ? undefined : localDayAgo(PERIOD_DAYS[value as PeriodName]),
        to: undefined,
      });
  };
  return (
    <>
      <Select
        label={t('search.time.label')}
        value={isCustom ? 'own' : (named ?? '')}
        isSet={isCustom || named !== undefined}
        onChange={choose}
      >
        <option value="">{t('search.time.any')}</option>
        <Options values={PERIOD_NAMES} label={(one) => t(`search.time.${one}`)} />
        <option value="own">{t('search.time.own')}</option>
      </Select>
      {isCustom && (
        <span className="days">
          <input
            type="date"
            aria-label={t('search.time.from')}
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ from: target.value || undefined, to })}
          />
          –
          <input
            type="date"
            aria-label={t('search.time.to')}
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ from, to: target.value || undefined })}
          />
        </span>
      )}
    </>
  );
}

interface Props {
  address: SearchAddress;
  sections: readonly SectionWire[];
  onChange(change: Partial<SearchAddress>): void;
}

/** The filters and order of a search; a choice applies at once. */
export function SearchFilters({ address, sections, onChange }: Props) {
  const { t } = useTexts();
  const { forum, author, language, from, to, sort } = address;
  const filters = (
    <search className="filters" aria-label={t('search.filters')}>
      <Select
        label={t('search.forum.label')}
        value={String(forum ?? '')}
        isSet={forum !== undefined}
        onChange={(value) => onChange({ forum: Number(value) || undefined })}
      >
        <option value="">{t('search.forum.all')}</option>
        <ForumOptions sections={sections} />
      </Select>
      <PeriodFilter from={from} to={to} onChange={onChange} />
      <Select
        label={t('list.only.label')}
        value={language ?? ''}
        isSet={language !== undefined}
        onChange={(value) => onChange({ language: (value || undefined) as Lang | undefined })}
      >
        <option value="">{t('list.only.both')}</option>
        <Options values={LANGS} label={(one) => t(`list.only.${one}`)} />
      </Select>
      <AuthorFilter author={author} onChange={(chosen) => onChange({ author: chosen })} />
      <div className="end">
        <Select
          label={t('list.orderLabel')}
          value={sort}
          onChange={(value) => onChange({ sort: value as SearchSort })}
        >
          <Options values={SEARCH_SORTS} label={(one) => t(`search.sort.${one}`)} />
        </Select>
      </div>
    </search>
  );
  if (pageArea() === 'desktop') return filters;
  // On phones, they would cover half of the screen.
  const count = [forum, author, language, from ?? to].filter((one) => one !== undefined).length;
  return (
    <details className="narrowing">
      <summary>
        {t('search.filters')}
        {count > 0 && <span className="meta num"> · {count}</span>}
      </summary>
      {filters}
    </details>
  );
}
