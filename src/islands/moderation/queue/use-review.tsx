import { type ReactNode, useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { decideReview } from '#client/moderation/queue.ts';
import type { Lang } from '#contracts/language.ts';
import type { ReviewRowWire } from '#contracts/wire/moderation.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Button } from '../../components/Button.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import ReasonField from '../../components/ReasonField.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { useQueueArea } from './queue-area.ts';

type Rows = readonly ReviewRowWire[];

/** The default reason of a rejection: why the post was held. */
function rejectionReason(rows: Rows) {
  const reasons = new Set(rows.map((row) => row.reason));
  const reason = reasons.size === 1 ? rows[0]?.reason : undefined;
  return `moderation.review.note.${reason || 'other'}` as const;
}

/** The language of the posts; undefined if they differ. */
function toAuthorLang(rows: Rows): Lang | undefined {
  const langs = new Set(rows.map(({ text, subject }) => guessLang(text || subject)));
  return langs.size === 1 ? [...langs][0] : undefined;
}

interface RejectProps {
  rows: Rows;
  onSubmit(reason: ActionReason): Promise<void>;
  onClose(): void;
}

function RejectDialog({ rows, onSubmit, onClose }: RejectProps) {
  const { t } = useTexts();
  const [reason, setReason] = useState({ note: t(rejectionReason(rows)), notify: true });
  return (
    <FormDialog
      title={t('moderation.review.rejectTitle', { count: rows.length })}
      text={t('moderation.means.reject')}
      action={t('moderation.review.reject')}
      isDangerous
      onClose={onClose}
      onSubmit={() => onSubmit(reason)}
    >
      <ReasonField value={reason} onChange={setReason} authorLang={toAuthorLang(rows)} />
    </FormDialog>
  );
}

interface Review {
  approve(rows: Rows): Promise<void>;
  /** Opens the dialog that asks for the reason. */
  reject(rows: Rows): void;
  /** The dialog, or the message that another moderator was faster. */
  notice: ReactNode;
}

/** Decides about held posts (R14, R32). Also reloads after another moderator's decision. */
export function useReview(reload: () => void): Review {
  const { t } = useTexts();
  const { calls, showDone } = useQueueArea();
  const [rejecting, setRejecting] = useState<Rows>();
  const [isStale, setStale] = useState(false);
  const decide = async (rows: Rows, action: 'approve' | 'reject', reason: ActionReason) => {
    setStale(false);
    try {
      const result = await decideReview(calls, rows, action, reason);
      showDone(
        action === 'approve' ? 'moderation.review.approved' : 'moderation.review.rejected',
        { count: rows.length },
        result,
        reload,
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
      setStale(true);
    }
    reload();
  };
  return {
    approve: (rows) => decide(rows, 'approve', { note: '', notify: false }),
    reject: setRejecting,
    notice: (
      <>
        {isStale && (
          <div className="clash" role="alert">
            <p>{t('moderation.stale')}</p>
          </div>
        )}
        {rejecting && (
          <RejectDialog
            rows={rejecting}
            onSubmit={(reason) => decide(rejecting, 'reject', reason)}
            onClose={() => setRejecting(undefined)}
          />
        )}
      </>
    ),
  };
}

export function ReviewButtons({
  row,
  review,
}: {
  row: ReviewRowWire;
  review: Pick<Review, 'approve' | 'reject'>;
}) {
  const { t } = useTexts();
  return (
    <p className="acts">
      <Button className="small" onClick={() => void review.approve([row]).catch(showErrorToast)}>
        {t('moderation.review.approve')}
      </Button>
      <Button className="small bad" onClick={() => review.reject([row])}>
        {t('moderation.review.reject')}
      </Button>
    </p>
  );
}
