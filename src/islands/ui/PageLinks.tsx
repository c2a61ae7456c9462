import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import { within } from './address.ts';
import { Icon } from './Icon.tsx';
import { useTexts } from './text.ts';

interface Props {
  page: number;
  pages: number;
  href(page: number): string;
  go(path: string): void;
}

/** Pages of a list as links; the islands' twin of views/parts/Pager.astro. */
export function PageLinks({ page, pages, href, go }: Props) {
  const { t, lang } = useTexts();
  if (pages <= 1) return null;
  const follow = within(go);
  return (
    <nav className="pager num" aria-label={t('pager.label')}>
      {page > 1 && (
        <a className="step" href={href(page - 1)} rel="prev" onClick={follow}>
          <Icon name="left" />
          {t('pager.previous')}
        </a>
      )}
      <ol>
        {pageWindow(page, pages).map((one, index) =>
          one === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place
            <li key={`gap ${index}`}>
              <span>…</span>
            </li>
          ) : (
            <li key={one}>
              <a href={href(one)} aria-current={one === page ? 'page' : undefined} aria-label={t('common.page', { n: one })} onClick={follow}>
                {formatNumber(lang, one)}
              </a>
            </li>
          ),
        )}
      </ol>
      {page < pages && (
        <a className="step" href={href(page + 1)} rel="next" onClick={follow}>
          {t('pager.next')}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
