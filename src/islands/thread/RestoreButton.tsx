import { useStore } from '@nanostores/react';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { $restorableIds, type ReplyPosition, restoreReply } from '#client/thread/edit-post.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { useThread } from './thread-context.ts';

/** Restores a reply that the reader has deleted on this page. */
export function RestoreButton(position: ReplyPosition) {
  const { t } = useTexts();
  const { threadId } = useThread();
  const isRestorable = useStore($restorableIds).has(position.postId);
  const { step, run } = useSubmit();
  if (!isRestorable) return null;
  const restore = () =>
    run(() =>
      restoreReply(threadId, position).then(
        () => showToast({ key: 'own.restored' }),
        showErrorToast,
      ),
    );
  return (
    <>
      {' '}
      <button className="link" type="button" aria-disabled={step === 'pending'} onClick={restore}>
        {t('own.undo')}
      </button>
    </>
  );
}
