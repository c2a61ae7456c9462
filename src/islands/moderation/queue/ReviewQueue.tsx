import { loadReviewRows, QUEUE_PAGE_SIZE } from '#client/moderation/queue.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageLinks } from '../../components/Pager.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import type { QueueListProps } from './queue-query.ts';
import { ReviewAuthor, ReviewReason, ReviewText } from './ReviewItem.tsx';
import { ReviewButtons, useReview } from './use-review.tsx';

/** The posts of the reader's forums that are pending review. */
export function ReviewQueue({ address: { page, forumId }, path, go, onDecided }: QueueListProps) {
  const { t } = useTexts();
  const query = useQuery(`review ${forumId} ${page}`, () => loadReviewRows({ page, forumId }));
  const review = useReview(() => {
    query.reload(true);
    onDecided();
  });
  return (
    <Loaded query={query}>
      {({ rows, total }) => (
        <>
          {review.notice}
          {rows.length === 0 && <EmptyState art="review" of="moderation.queue.none" />}
          <ol className="queue-list" aria-label={t('moderation.queue.reviewList')}>
            {rows.map((row) => (
              <li key={row.key}>
                <ReviewReason row={row} />
                <ReviewText row={row} />
                <div className="queue-author">
                  <ReviewAuthor row={row} />
                </div>
                <ReviewButtons row={row} review={review} />
              </li>
            ))}
          </ol>
          <PageLinks
            page={page}
            pages={Math.ceil(total / QUEUE_PAGE_SIZE)}
            href={(number) => path({ page: number })}
            go={go}
          />
        </>
      )}
    </Loaded>
  );
}
