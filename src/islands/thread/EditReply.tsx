import { useStore } from '@nanostores/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import type { Failure } from '#client/core/failure.ts';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { loadPostSource, refreshReply, saveReply } from '#client/thread/edit-post.ts';
import { Button } from '../components/Button.tsx';
import { FormError } from '../components/FormError.tsx';
import { loadMessageEditor } from '../composer/load-editors.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { LazyReasonField } from '../moderation/LazyReasonField.tsx';

const MessageEditor = lazy(loadMessageEditor);

interface Props {
  threadId: number;
  postId: number;
  floor: number;
  authorId: number;
  /** Called when the edit was saved or cancelled. */
  onDone(): void;
}

/** Shows a moderator's notice of an edited reply, with an undo. */
async function notifyEdited(
  threadId: number,
  place: { postId: number; floor: number },
  before: string,
): Promise<void> {
  const { showActionNotice } = await import('#client/moderation/action-notice.ts');
  showActionNotice(
    {
      key: 'moderation.done.edit',
      undo: [{ editReply: { id: place.postId, message: before } }],
    },
    () => refreshReply(threadId, place),
  );
}

/**
 * The editor of a reply in its place. It begins with the source that the author sent; the saved
 * reply replaces it. Moderators give a reason.
 */
export default function EditReply({ threadId, postId, floor, authorId, onDone }: Props) {
  const { t } = useTexts();
  const isOthers = useStore($account)?.id !== authorId;
  const [reason, setReason] = useState<ActionReason>({ note: '', notify: true });
  const [originalHtml, setOriginalHtml] = useState('');
  const [html, setHtml] = useState<string>();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const [empty, setEmpty] = useState(false);
  const [submitLock] = useState(createSubmitLock);
  const waitSeconds = useCountdown(refused?.retryAt);

  const load = useCallback(() => {
    setRefused(undefined);
    loadPostSource(postId).then(({ message }) => {
      setOriginalHtml(message);
      setHtml(message);
    }, setRefused);
  }, [postId]);
  useEffect(load, [load]);

  /** Returns the focus to the menu that opened the editor. */
  const done = () => {
    onDone();
    document
      .querySelector<HTMLElement>(
        `:is(#p${postId}, #found-${postId}) [data-act="${isOthers ? 'moderate' : 'more'}"]`,
      )
      ?.focus({ preventScroll: true });
  };
  const save = () =>
    void submitLock.run(async () => {
      if (html === undefined || waitSeconds > 0) return;
      setEmpty(html === '');
      if (html === '') return;
      setPending(true);
      setRefused(undefined);
      try {
        await saveReply(threadId, { postId, floor }, html, isOthers ? reason : undefined);
        if (isOthers) await notifyEdited(threadId, { postId, floor }, originalHtml);
        done();
      } catch (error) {
        setRefused(error as Failure);
        setPending(false);
      }
    });
  const wrongWords =
    refused?.code === 'verify' && Array.isArray(refused.payload)
      ? (refused.payload as string[])
      : [];
  return (
    <form
      className="editor edit-reply"
      aria-label={t('own.editing')}
      aria-busy={html === undefined && !refused}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {html === undefined ? (
        !refused && <p className="meta">{t('common.loading')}</p>
      ) : (
        <Suspense fallback={<p className="meta">{t('common.loading')}</p>}>
          <MessageEditor
            value={html}
            onChange={setHtml}
            label={t('own.editing')}
            disabled={pending}
            invalid={empty || refused !== undefined}
            wrongWords={wrongWords}
            autoFocus
            onSubmit={save}
            size="reply"
          />
        </Suspense>
      )}
      {empty && (
        <p className="wrong" role="alert">
          {t('composer.empty')}
        </p>
      )}
      {isOthers && (
        <Suspense>
          <LazyReasonField value={reason} onChange={setReason} />
        </Suspense>
      )}
      {refused && <FormError failure={refused} />}
      <footer>
        <Button onClick={done}>{t('common.cancel')}</Button>
        {html === undefined && refused ? (
          <Button key="retry" isPrimary isInactive={waitSeconds > 0} onClick={load}>
            {t('composer.retry')}
          </Button>
        ) : (
          <Button
            isPrimary
            type="submit"
            isInactive={pending || waitSeconds > 0 || html === undefined}
          >
            {pending ? t('composer.sending') : t('own.save')}
          </Button>
        )}
      </footer>
    </form>
  );
}
