import { useStore } from '@nanostores/react';
import {
  $recentSearches,
  clearRecentSearches,
  removeRecentSearch,
} from '#client/search/recent-searches.ts';
import { EMPTY_SEARCH, searchPath } from '#contracts/search-address.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick } from '../hooks/use-url-query.ts';

/** This browser's recent searches. */
export function RecentSearches({ go }: { go(path: string): void }) {
  const { t, root } = useTexts();
  const searched = useStore($recentSearches);
  if (searched.length === 0) return null;
  return (
    <section className="block searched">
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
              <span className="name">{q}</span>
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
