import { useStore } from '@nanostores/react';
import { NOTHING_SOUGHT, searchPath } from '#contracts/search-address.ts';
import { $searched, forgetSearch, forgetSearches } from '#stores/searched.ts';
import { within } from '../ui/address.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

/** What this browser has searched for lately. */
export function Searched({ go }: { go(path: string): void }) {
  const { t, root } = useTexts();
  const searched = useStore($searched);
  if (searched.length === 0) return null;
  return (
    <section className="block searched">
      <header>
        <h2>{t('search.history.title')}</h2>
        <button type="button" className="meta hover" onClick={forgetSearches}>
          {t('search.history.clear')}
        </button>
      </header>
      <ul>
        {searched.map((q) => (
          <li key={q}>
            <a href={searchPath(root, { ...NOTHING_SOUGHT, q })} onClick={within(go)}>
              <Icon name="clock" />
              <span className="name">{q}</span>
            </a>
            <button
              type="button"
              className="hover"
              aria-label={t('search.history.remove', { q })}
              onClick={() => forgetSearch(q)}
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
