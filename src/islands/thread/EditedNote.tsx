import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $account } from '#client/account/account.ts';
import { $historyPostId } from '#client/thread/revisions.ts';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { TextWithTime } from '../components/TextWithTime.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from '../moderation/AppendPortal.tsx';

/** "Edited" with the time; for members a button that opens the history. */
export function EditedNote({
  postId,
  at,
  hasDot = true,
}: {
  postId: number;
  at: Date | string;
  hasDot?: boolean;
}) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  const when = (
    <TextWithTime text="thread.edited">
      <Time at={at} />
    </TextWithTime>
  );
  return (
    <>
      {reader === undefined ? (
        when
      ) : (
        <button
          type="button"
          data-act="history"
          aria-haspopup="dialog"
          title={t('history.open')}
          onClick={() => $historyPostId.set(postId)}
        >
          {when}
        </button>
      )}
      {hasDot && ' · '}
    </>
  );
}

/** Replaces the published note in `at`, or shows an edit since then. */
export function PublishedEditedNote({
  postId,
  at,
  since,
  dot = true,
}: {
  postId: number;
  at: Element;
  since?: string | undefined;
  dot?: boolean;
}) {
  const [published] = useState(() => at.querySelector('time')?.dateTime ?? '');
  const reader = useStore($account)?.id;
  // visitors see the published note
  if (reader === undefined && !since) return null;
  return (
    <SlotPortal at={at}>
      <EditedNote postId={postId} at={since ?? published} hasDot={dot} />
    </SlotPortal>
  );
}

/** The note of a reply that wasn't edited when its page was published. */
export function AddedEditedNote({
  postId,
  article,
  at,
}: {
  postId: number;
  article: Element;
  at: string;
}) {
  const when = article.querySelector('.when');
  return (
    when && (
      <AppendPortal in={when} className="edited" as="span" before={when.firstElementChild}>
        <EditedNote postId={postId} at={at} />
      </AppendPortal>
    )
  );
}
