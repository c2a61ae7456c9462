import { formatPageCount } from '#contracts/thread-page-count.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* Links to the previous and next page; the script appends the next page early. */
interface Props {
  page: number;
  pages: number;
  /** Whether pages follow after `pages`. */
  hasMore?: boolean;
  href: (page: number) => string;
}

export function PrevNext({ page, pages, hasMore = false, href }: Props) {
  const { t } = useTexts();
  return (
    pages > 1 && (
      <nav className="turn num" data-page={page} aria-label={t('pager.label')}>
        {page > 1 && (
          <a className="btn" href={href(page - 1)} rel="prev">
            {t('pager.previous')}
          </a>
        )}
        <span className="meta">
          {t('phone.pages', { page, pages: formatPageCount({ pages, hasMore }) })}
        </span>
        {page < pages && (
          <a className="btn" href={href(page + 1)} rel="next">
            {t('pager.next')}
          </a>
        )}
      </nav>
    )
  );
}
