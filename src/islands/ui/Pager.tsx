import type { ComponentProps, ReactElement } from 'react';
import { pageWindow } from '#contracts/page-window.ts';
import { formatNumber } from '#i18n/format.ts';
import { within } from './address.ts';
import { Icon } from './Icon.tsx';
import { useTexts } from './text.ts';

/** What a link and a button that lead to a page have in common. */
type Way = Pick<
  ComponentProps<'a'>,
  'className' | 'rel' | 'aria-current' | 'aria-label' | 'children'
>;

interface Props {
  page: number;
  pages: number;
  /** Draws the way to a page. */
  way(page: number, props: Way): ReactElement;
}

/**
 * Pages of a list; nothing where there is one only. The islands' twin of views/parts/Pager.astro.
 */
function Pager({ page, pages, way }: Props) {
  const { t, lang } = useTexts();
  if (pages <= 1) return null;
  const back = (
    <>
      <Icon name="left" />
      {t('pager.previous')}
    </>
  );
  const on = (
    <>
      {t('pager.next')}
      <Icon name="right" />
    </>
  );
  return (
    <nav className="pager num" aria-label={t('pager.label')}>
      {page > 1 && way(page - 1, { className: 'step', rel: 'prev', children: back })}
      <ol>
        {pageWindow(page, pages).map((one, index) => (
          <li key={one ?? `gap ${index}`}>
            {one === undefined ? (
              <span>…</span>
            ) : (
              way(one, {
                'aria-current': one === page ? 'page' : undefined,
                'aria-label': t('common.page', { n: one }),
                children: formatNumber(lang, one),
              })
            )}
          </li>
        ))}
      </ol>
      {page < pages && way(page + 1, { className: 'step', rel: 'next', children: on })}
    </nav>
  );
}

interface LinksProps extends Omit<Props, 'way'> {
  href(page: number): string;
  /** Shows another address without leaving this page; without it the browser goes there. */
  go?(path: string): void;
}

/** Pages that have addresses. */
export function PageLinks({ href, go, ...rest }: LinksProps) {
  const follow = go && within(go);
  return (
    <Pager {...rest} way={(page, props) => <a href={href(page)} onClick={follow} {...props} />} />
  );
}

interface ButtonsProps extends Omit<Props, 'way'> {
  onTurn(page: number): void;
}

/** Pages of what an island found within a page that has an address of its own. */
export function PageButtons({ onTurn, ...rest }: ButtonsProps) {
  return (
    <Pager
      {...rest}
      way={(page, { rel: _, ...props }) => (
        <button type="button" onClick={() => onTurn(page)} {...props} />
      )}
    />
  );
}
