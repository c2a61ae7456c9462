import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

interface Props {
  page: number;
  pages: number;
  href(page: number): string;
}

/** Neighbouring pages of a list; nothing where there is one only. */
export function Pages({ page, pages, href }: Props) {
  const { t } = useTexts();
  if (pages <= 1) return null;
  return (
    <nav className="turning num" aria-label={t('pager.label')}>
      {page > 1 && (
        <a className="btn" href={href(page - 1)} rel="prev">
          <Icon name="left" />
          {t('pager.previous')}
        </a>
      )}
      <span className="meta" aria-current="page">
        {page} / {pages}
      </span>
      {page < pages && (
        <a className="btn" href={href(page + 1)} rel="next">
          {t('pager.next')}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}
