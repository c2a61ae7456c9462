import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ReviewAuthor, ReviewReason, ReviewText } from '../../moderation/queue/ReviewItem.tsx';
import { ReviewButtons, useReview } from '../../moderation/queue/use-review.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { useForumOptions } from '../hooks/use-forums.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';

/** The review queue (R14, R32): held posts with the reason and marked words. */
export default function ReviewScreen() {
  const { t } = useTexts();
  const [version, reload] = useVersion();
  const forums = useForumOptions();
  const review = useReview(reload);

  return (
    <>
      <ScreenHeader text={t('moderation.review.about')} />
      {review.notice}
      <DataTable
        name="review"
        call="GET /v2/admin/review"
        columns={{
          reason: {
            title: 'moderation.review.reason',
            width: '132px',
            cell: (row) => <ReviewReason row={row} />,
          },
          text: { title: 'moderation.review.text', cell: (row) => <ReviewText row={row} /> },
          author: {
            title: 'moderation.review.author',
            width: '16%',
            cell: (row) => <ReviewAuthor row={row} />,
          },
          created_at: {
            title: 'moderation.review.since',
            isSortable: false,
            isEndAligned: true,
            isOptional: true,
            width: '124px',
            cell: (row) => <RelativeTime at={row.edited_at ?? row.created_at} />,
          },
          decide: {
            title: 'moderation.review.decide',
            width: '176px',
            cell: (row) => <ReviewButtons row={row} review={review} />,
          },
        }}
        id={(row) => row.key}
        rowName={(row) => row.subject}
        options={{ forum_id: forums }}
        bulk={[
          {
            name: 'approve',
            label: t('moderation.review.approve'),
            run: (_, rows) => review.approve(rows),
          },
          {
            name: 'reject',
            label: t('moderation.review.reject'),
            isDestructive: true,
            run: async (_, rows) => {
              review.reject(rows);
              return false;
            },
          },
        ]}
        version={version}
        emptyArt="review"
        empty="moderation.review.empty"
      />
    </>
  );
}
