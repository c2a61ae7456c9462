import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from './Icon.tsx';
import { useTexts } from './text.ts';

interface Props {
  page: number;
  pages: number;
  onTurn(page: number): void;
}

/** Pages of what an island found, as parts/Pager.astro prints those of the published page. */
export function PageButtons({ page, pages, onTurn }: Props) {
  const { t, lang } = useTexts();
  return (
    <nav className="pager num" aria-label={t('pager.label')}>
      {page > 1 && (
        <button type="button" className="step" onClick={() => onTurn(page - 1)}>
          <Icon name="left" />
          {t('pager.previous')}
        </button>
      )}
      <ol>
        {pageWindow(page, pages).map((one, index) => (
          <li key={one ?? `gap ${index}`}>
            {one === undefined ? (
              <span>…</span>
            ) : (
              <button type="button" aria-current={one === page ? 'page' : undefined} aria-label={t('common.page', { n: one })} onClick={() => onTurn(one)}>
                {formatNumber(lang, one)}
              </button>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <button type="button" className="step" onClick={() => onTurn(page + 1)}>
          {t('pager.next')}
          <Icon name="right" />
        </button>
      )}
    </nav>
  );
}
