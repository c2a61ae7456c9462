import { PageLinks } from '#islands/components/Pager.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  page: number;
  pages: number;
  /** Whether pages follow after `pages`. */
  hasMore?: boolean;
  href: (page: number) => string;
  /** The kind of number that the field takes; without it there is no field. */
  go?: 'page' | 'floor';
  /** Replies on a page, for `go="floor"`. */
  perPage?: number;
}

export function Pager({ page, pages, hasMore = false, href, go, perPage = 1 }: Props) {
  const { t } = useTexts();
  // the script replaces {n} by a page's number
  const pattern = href(7654321).replace('7654321', '{n}');
  return (
    <PageLinks page={page} pages={pages} hasMore={hasMore} href={href}>
      {go && (
        <form
          data-act="go"
          data-first={href(1)}
          data-pattern={pattern}
          data-per={go === 'floor' ? perPage : undefined}
        >
          <label>
            {t(go === 'floor' ? 'thread.goFloor' : 'pager.go')}{' '}
            <input
              type="number"
              min={go === 'floor' ? 0 : 1}
              max={hasMore ? undefined : pages * perPage}
              required
            />
          </label>
        </form>
      )}
    </PageLinks>
  );
}
