import { LANGS } from '#contracts/language.ts';
import type { ListAddress } from '#contracts/paths.ts';
import { listLanguageCookie } from '#contracts/site-cookie.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* Filters by language, which is remembered (inline-scripts/choose-site.ts). */
interface Props {
  address: ListAddress;
  href: (list: Partial<ListAddress>) => string;
  /** Short labels for small screens. */
  short?: boolean;
}

export function LanguageFilter({ address, href, short }: Props) {
  const { t } = useTexts();
  const { order, theme, only } = address;
  return (
    <details className="pick">
      <summary>
        <span className="vh">{t('list.only.label')}: </span>
        <span className={short ? 'vh' : undefined}>{t(`list.only.${only ?? 'both'}`)}</span>
        {short && <span aria-hidden="true">{t(`list.onlyShort.${only ?? 'both'}`)}</span>}
        <Icon name="down" />
      </summary>
      <ul className="menu">
        {[undefined, ...LANGS].map((one) => (
          <li key={one ?? 'both'}>
            <a
              href={href({ order, theme, only: one })}
              aria-current={one === only ? 'true' : undefined}
              data-choice={listLanguageCookie(one)}
            >
              {t(`list.only.${one ?? 'both'}`)}
            </a>
          </li>
        ))}
        <li className="members" data-slot="list">
          <button type="button" data-act="read-all">
            {t('unread.readAll')}
          </button>
        </li>
      </ul>
    </details>
  );
}
