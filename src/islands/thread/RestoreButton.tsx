import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { $restorableIds, type ReplyPosition, restoreReply } from '#client/thread/edit-post.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { useThread } from './thread-context.ts';

/** The button that restores a reply which the reader has deleted on this page. */
export function RestoreButton(place: ReplyPosition) {
  const { t } = useTexts();
  const { threadId } = useThread();
  const isRestorable = useStore($restorableIds).has(place.postId);
  const [pending, setPending] = useState(false);
  if (!isRestorable) return null;
  const restore = () => {
    if (pending) return;
    setPending(true);
    restoreReply(threadId, place)
      .then(() => showToast({ key: 'own.restored' }), showErrorToast)
      .finally(() => setPending(false));
  };
  return (
    <>
      {' '}
      <button className="link" type="button" aria-disabled={pending} onClick={restore}>
        {t('own.undo')}
      </button>
    </>
  );
}
