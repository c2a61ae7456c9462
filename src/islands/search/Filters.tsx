import { LANGS, type Lang } from '#contracts/language.ts';
import { SEARCH_ORDERS, type SearchAddress, type SearchSort } from '#contracts/search-address.ts';
import { inLang } from '#i18n/named.ts';
import type { ForumChoice } from '#stores/search.ts';
import { Select } from '../ui/Select.tsx';
import { useTexts } from '../ui/text.ts';
import { Author } from './Author.tsx';
import { Period } from './Period.tsx';

interface Props {
  address: SearchAddress;
  forums: readonly ForumChoice[];
  onChange(change: Partial<SearchAddress>): void;
}

/** What narrows a search, and its order; each works as soon as it is chosen. */
export function Filters({ address, forums, onChange }: Props) {
  const { t, lang } = useTexts();
  const { forum, author, language, from, to, sort } = address;
  return (
    <search className="filters" aria-label={t('search.filters')}>
      <Select
        label={t('search.forum.label')}
        value={String(forum ?? '')}
        set={forum !== undefined}
        onChange={(value) => onChange({ forum: Number(value) || undefined })}
      >
        <option value="">{t('search.forum.all')}</option>
        {forums.map(({ section, forums: inSection }) => (
          <optgroup key={section.id} label={inLang(lang, section.name, section.name_en)}>
            {inSection.map((one) => (
              <option key={one.id} value={one.id}>
                {inLang(lang, one.name, one.name_en)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Period from={from} to={to} onChange={onChange} />
      <Select
        label={t('list.only.label')}
        value={language ?? ''}
        set={language !== undefined}
        onChange={(value) => onChange({ language: (value || undefined) as Lang | undefined })}
      >
        <option value="">{t('list.only.both')}</option>
        {LANGS.map((one) => (
          <option key={one} value={one}>
            {t(`list.only.${one}`)}
          </option>
        ))}
      </Select>
      <Author author={author} onChange={(chosen) => onChange({ author: chosen })} />
      <div className="end">
        <Select
          label={t('list.orderLabel')}
          value={sort}
          onChange={(value) => onChange({ sort: value as SearchSort })}
        >
          {SEARCH_ORDERS.map((one) => (
            <option key={one} value={one}>
              {t(`search.sort.${one}`)}
            </option>
          ))}
        </Select>
      </div>
    </search>
  );
}
