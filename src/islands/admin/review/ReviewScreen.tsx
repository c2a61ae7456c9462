import { useState } from 'react';
import { HOLD_REASONS } from '#contracts/admin-choices.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ReviewAuthor, ReviewReason, ReviewText } from '../../moderation/queue/ReviewItem.tsx';
import { ReviewButtons, useReview } from '../../moderation/queue/use-review.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { useForumFilter } from '../hooks/use-forums.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { toFilter } from '../table/TableToolbar.tsx';

const KINDS = ['thread', 'reply', 'comment'] as const;

/**
 * The review queue (R14, R32): held posts with the reason and marked words, to be approved or
 * rejected.
 */
export default function ReviewScreen() {
  const { t } = useTexts();
  const [version, setVersion] = useState(0);
  const forums = useForumFilter();
  const review = useReview(() => setVersion((one) => one + 1));

  const columns: Column<ReviewRowWire>[] = [
    {
      name: 'reason',
      title: t('moderation.review.reason'),
      width: '132px',
      cell: (row) => <ReviewReason row={row} />,
    },
    {
      name: 'text',
      title: t('moderation.review.text'),
      cell: (row) => <ReviewText row={row} />,
    },
    {
      name: 'author',
      title: t('moderation.review.author'),
      width: '16%',
      cell: (row) => <ReviewAuthor row={row} />,
    },
    {
      name: 'created_at',
      title: t('moderation.review.since'),
      isEndAligned: true,
      isOptional: true,
      width: '124px',
      cell: (row) => <RelativeTime at={row.edited_at ?? row.created_at} />,
    },
    {
      name: 'decide',
      title: t('moderation.review.decide'),
      width: '176px',
      cell: (row) => <ReviewButtons row={row} review={review} />,
    },
  ];
  return (
    <>
      <ScreenHeader title={t('admin.screen.review')} text={t('moderation.review.about')} />
      {review.notice}
      <DataTable
        name="review"
        label={t('admin.screen.review')}
        call="GET /v2/admin/review"
        columns={columns}
        id={(row) => row.key}
        rowName={(row) => row.subject}
        defaultSort="created_at"
        selectFilters={[
          toFilter('reason', t('moderation.review.anyReason'), HOLD_REASONS, (one) =>
            t(`moderation.review.why.${one}`),
          ),
          toFilter('kind', t('moderation.review.anyKind'), KINDS, (one) =>
            t(`moderation.review.kinds.${one}`),
          ),
          forums,
        ]}
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
        csv
        version={version}
        empty={{
          title: t('moderation.review.empty.title'),
          text: t('moderation.review.empty.text'),
        }}
      />
    </>
  );
}
