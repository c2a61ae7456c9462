import { clientPagePath } from '#contracts/paths.ts';
import { EMPTY_SEARCH, type SearchAddress, searchPath } from '#contracts/search-address.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick } from '../hooks/use-url-query.ts';

/** Suggestions for a search without hits. */
export function NoHits({ address, go }: { address: SearchAddress; go(path: string): void }) {
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
