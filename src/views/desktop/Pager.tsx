import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Icon } from '../parts/Icon.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  page: number;
  pages: number;
  href: (page: number) => string;
  /** The kind of number that the field beside the pages takes; without it there is no field. */
  go?: 'page' | 'floor';
  /** Replies on a page, for `go="floor"`. */
  perPage?: number;
  /** The greatest number that the field takes. */
  last?: number;
}

export function Pager({ lang, t, page, pages, href, go, perPage = 1, last = pages }: Props) {
  // the script replaces {n} by a page's number
  const pattern = href(7654321).replace('7654321', '{n}');
  return (
    pages > 1 && (
      <nav className="pager num" aria-label={t('pager.label')}>
        {page > 1 && (
          <a className="step" href={href(page - 1)} rel="prev">
            <Icon name="left" />
            {t('pager.previous')}
          </a>
        )}
        <ol>
          {pageWindow(page, pages).map((one, index) => (
            <li key={one ?? `gap ${index}`}>
              {one === undefined ? (
                <span>…</span>
              ) : (
                <a
                  href={href(one)}
                  aria-current={one === page ? 'page' : undefined}
                  aria-label={t('common.page', { n: one })}
                >
                  {formatNumber(lang, one)}
                </a>
              )}
            </li>
          ))}
        </ol>
        {page < pages && (
          <a className="step" href={href(page + 1)} rel="next">
            {t('pager.next')}
            <Icon name="right" />
          </a>
        )}
        {go && (
          <form
            data-act="go"
            data-first={href(1)}
            data-pattern={pattern}
            data-per={go === 'floor' ? perPage : undefined}
          >
            <label>
              {t(go === 'floor' ? 'thread.goFloor' : 'pager.go')}{' '}
              <input type="number" min={go === 'floor' ? 0 : 1} max={last} required />
            </label>
          </form>
        )}
      </nav>
    )
  );
}
