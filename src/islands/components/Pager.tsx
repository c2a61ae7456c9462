import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { onPlainClick } from '../hooks/use-url-query.ts';
import { Icon } from './Icon.tsx';

type PageLinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'rel' | 'aria-current' | 'aria-label' | 'children'
>;

interface Props {
  page: number;
  pages: number;
  /** Whether pages follow after `pages`. */
  hasMore?: boolean;
  renderLink(page: number, props: PageLinkProps): ReactElement;
  /** Content after the pages. */
  children?: ReactNode;
}

/** A list's pager; renders nothing for a single page. */
function Pager({ page, pages, hasMore, renderLink, children }: Props) {
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
        {hasMore && (
          <li>
            <span>…</span>
          </li>
        )}
      </ol>
      {page < pages && renderLink(page + 1, { className: 'step', rel: 'next', children: next })}
      {children}
    </nav>
  );
}

interface LinksProps extends Omit<Props, 'renderLink'> {
  href(page: number): string;
  /** Navigates without a page load; omitted: plain links. */
  go?(path: string): void;
}

/** A pager whose pages have addresses. */
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

/** A pager whose pages have no addresses. */
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
