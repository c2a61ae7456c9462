import type { ForumChoice } from '#client/search/search.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import { SEARCH_SORTS, type SearchAddress, type SearchSort } from '#contracts/search-address.ts';
import { pickLang } from '#i18n/localized.ts';
import { Select } from '../components/Select.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AuthorFilter } from './AuthorFilter.tsx';
import { PeriodFilter } from './PeriodFilter.tsx';

interface Props {
  address: SearchAddress;
  forums: readonly ForumChoice[];
  onChange(change: Partial<SearchAddress>): void;
}

/** The filters and the order of a search; each applies as soon as it is chosen. */
export function SearchFilters({ address, forums, onChange }: Props) {
  const { t, lang } = useTexts();
  const { forum, author, language, from, to, sort } = address;
  return (
    <search className="filters" aria-label={t('search.filters')}>
      <Select
        label={t('search.forum.label')}
        value={String(forum ?? '')}
        isSet={forum !== undefined}
        onChange={(value) => onChange({ forum: Number(value) || undefined })}
      >
        <option value="">{t('search.forum.all')}</option>
        {forums.map(({ section, forums: inSection }) => (
          <optgroup key={section.id} label={pickLang(lang, section.name, section.name_en)}>
            {inSection.map((one) => (
              <option key={one.id} value={one.id}>
                {pickLang(lang, one.name, one.name_en)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <PeriodFilter from={from} to={to} onChange={onChange} />
      <Select
        label={t('list.only.label')}
        value={language ?? ''}
        isSet={language !== undefined}
        onChange={(value) => onChange({ language: (value || undefined) as Lang | undefined })}
      >
        <option value="">{t('list.only.both')}</option>
        {LANGS.map((one) => (
          <option key={one} value={one}>
            {t(`list.only.${one}`)}
          </option>
        ))}
      </Select>
      <AuthorFilter author={author} onChange={(chosen) => onChange({ author: chosen })} />
      <div className="end">
        <Select
          label={t('list.orderLabel')}
          value={sort}
          onChange={(value) => onChange({ sort: value as SearchSort })}
        >
          {SEARCH_SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`search.sort.${one}`)}
            </option>
          ))}
        </Select>
      </div>
    </search>
  );
}
