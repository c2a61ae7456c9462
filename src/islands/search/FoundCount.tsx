import type { SearchResult } from '#client/search/search.ts';
import { type SearchAddress, searchPath } from '#contracts/search-address.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick } from '../hooks/use-url-query.ts';

/** Hits are counted up to this many. */
const MAX_COUNTED_HITS = 1_000;

interface Props {
  address: SearchAddress;
  result: SearchResult;
  go(path: string): void;
}

/** Offers another keyword where the one that was typed finds little. */
export function Suggestion({ address, result: { suggestion }, go }: Props) {
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

/** How many threads were found, and which of the words they have. */
export function FoundCount({ address, result, go }: Props) {
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
