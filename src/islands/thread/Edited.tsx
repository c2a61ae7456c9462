import { useStore } from '@nanostores/react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $account } from '#stores/account.ts';
import { $history } from '#stores/revisions.ts';
import { Slot } from '../ui/Slot.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';

/** "Edited, when"; for members it opens what stood there before. */
export function Edited({ postId, at, dot = true }: { postId: number; at: string; dot?: boolean }) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  const when = (
    <>
      {t('thread.edited')} <Time at={at} />
    </>
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
          onClick={() => $history.set(postId)}
        >
          {when}
        </button>
      )}
      {dot && ' · '}
    </>
  );
}

/** The same in place of what was published in `at`, or since then. */
export function PublishedEdited({
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
  // For visitors what was published says all.
  if (reader === undefined && !since) return null;
  return (
    <Slot at={at}>
      <Edited postId={postId} at={since ?? published} dot={dot} />
    </Slot>
  );
}

/** The same where a reply hadn't been edited when its page was published. */
export function NewlyEdited({
  postId,
  article,
  at,
}: {
  postId: number;
  article: Element;
  at: string;
}) {
  const [room] = useState(() => {
    const made = document.createElement('span');
    made.className = 'edited';
    return made;
  });
  useLayoutEffect(() => {
    article.querySelector('.when')?.prepend(room);
    return () => room.remove();
  }, [article, room]);
  return createPortal(<Edited postId={postId} at={at} />, room);
}
