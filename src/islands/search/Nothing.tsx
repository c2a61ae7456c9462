import { roomPath } from '#contracts/paths.ts';
import { NOTHING_SOUGHT, type SearchAddress, searchPath } from '#contracts/search-address.ts';
import { within } from '../ui/address.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';

/** Nothing was found: what to try. */
export function Nothing({ address, go }: { address: SearchAddress; go(path: string): void }) {
  const { t, root } = useTexts();
  const { q, forum, author, language, from, to } = address;
  const narrowed = [forum, author, language, from, to].some((one) => one !== undefined);
  return (
    <State
      title={t('search.none.title', { q })}
      text={t(narrowed ? 'search.none.narrowed' : 'search.none.text')}
    >
      <div className="ways">
        {narrowed && (
          <a className="btn" href={searchPath(root, { ...NOTHING_SOUGHT, q })} onClick={within(go)}>
            {t('search.none.everywhere')}
          </a>
        )}
        <a className="btn" href={roomPath(root, 'new')}>
          {t('search.none.ask')}
        </a>
      </div>
    </State>
  );
}
