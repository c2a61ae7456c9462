import type { ComponentProps, ReactElement } from 'react';
import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick } from '../hooks/use-url-query.ts';
import { Icon } from './Icon.tsx';

/** What a link and a button that lead to a page have in common. */
type PageLinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'rel' | 'aria-current' | 'aria-label' | 'children'
>;

interface Props {
  page: number;
  pages: number;
  /** Draws the way to a page. */
  renderLink(page: number, props: PageLinkProps): ReactElement;
}

/**
 * Pages of a list; nothing where there is one only. The islands' twin of views/desktop/Pager.astro.
 */
function Pager({ page, pages, renderLink }: Props) {
  const { t, lang } = useTexts();
  if (pages <= 1) return null;
  const previous = (
    <>
      <Icon name="left" />
      {t('pager.previous')}
    </>
  );
  const next = (
    <>
      {t('pager.next')}
      <Icon name="right" />
    </>
  );
  return (
    <nav className="pager num" aria-label={t('pager.label')}>
      {page > 1 && renderLink(page - 1, { className: 'step', rel: 'prev', children: previous })}
      <ol>
        {pageWindow(page, pages).map((one, index) => (
          <li key={one ?? `gap ${index}`}>
            {one === undefined ? (
              <span>…</span>
            ) : (
              renderLink(one, {
                'aria-current': one === page ? 'page' : undefined,
                'aria-label': t('common.page', { n: one }),
                children: formatNumber(lang, one),
              })
            )}
          </li>
        ))}
      </ol>
      {page < pages && renderLink(page + 1, { className: 'step', rel: 'next', children: next })}
    </nav>
  );
}

interface LinksProps extends Omit<Props, 'renderLink'> {
  href(page: number): string;
  /** Shows another address without leaving this page; without it the browser goes there. */
  go?(path: string): void;
}

/** Pages that have addresses. */
export function PageLinks({ href, go, ...rest }: LinksProps) {
  const follow = go && onPlainClick(go);
  return (
    <Pager
      {...rest}
      renderLink={(page, props) => <a href={href(page)} onClick={follow} {...props} />}
    />
  );
}

interface ButtonsProps extends Omit<Props, 'renderLink'> {
  onPage(page: number): void;
}

/** Pages of what an island found within a page that has an address of its own. */
export function PageButtons({ onPage, ...rest }: ButtonsProps) {
  return (
    <Pager
      {...rest}
      renderLink={(page, { rel: _, ...props }) => (
        <button type="button" onClick={() => onPage(page)} {...props} />
      )}
    />
  );
}
