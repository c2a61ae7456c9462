import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import type { Failure } from '#client/core/failure.ts';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { loadPostSource, refreshReply, saveReply } from '#client/thread/edit-post.ts';
import { Button } from '../components/Button.tsx';
import { FieldProblem, FormError } from '../components/FormError.tsx';
import { loadMessageEditor } from '../composer/load-editors.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useQuery } from '../hooks/use-query.ts';
import { onFormSubmit, useSubmit } from '../hooks/use-submit.ts';
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

async function notifyEdited(
  threadId: number,
  position: { postId: number; floor: number },
  before: string,
): Promise<void> {
  const { showActionNotice } = await import('#client/moderation/action-notice.ts');
  showActionNotice(
    {
      key: 'moderation.done.edit',
      undo: [{ editReply: { id: position.postId, message: before } }],
    },
    () => refreshReply(threadId, position),
  );
}

/** The inline editor of a reply, starting from the author's source. Moderators give a reason. */
export default function EditReply({ threadId, postId, floor, authorId, onDone }: Props) {
  const { t } = useTexts();
  const isOthers = useStore($account)?.id !== authorId;
  const [reason, setReason] = useState<ActionReason>({ note: '', notify: true });
  const source = useQuery(`source ${postId}`, () => loadPostSource(postId), { recovers: false });
  const [edited, setEdited] = useState<string>();
  const html = edited ?? source.value?.message;
  const [empty, setEmpty] = useState(false);
  const submission = useSubmit(createSubmitLock);
  const isPending = submission.step !== 'idle';
  const refused = submission.failure ?? (source.failure as Failure | undefined);
  const waitSeconds = useCountdown(refused?.retryAt);

  /** Focuses the menu that opened the editor. */
  const done = () => {
    onDone();
    document
      .querySelector<HTMLElement>(
        `:is(#p${postId}, #found-${postId}) [data-act="${isOthers ? 'moderate' : 'more'}"]`,
      )
      ?.focus({ preventScroll: true });
  };
  const save = () => {
    if (html === undefined || waitSeconds > 0) return;
    setEmpty(html === '');
    if (html === '') return;
    void submission.run(async () => {
      const before = source.value?.message ?? '';
      await saveReply(threadId, { postId, floor }, html, isOthers ? reason : undefined);
      if (isOthers) await notifyEdited(threadId, { postId, floor }, before);
      done();
    });
  };
  const wrongWords =
    refused?.code === 'verify' && Array.isArray(refused.payload)
      ? (refused.payload as string[])
      : [];
  return (
    <form
      className="editor edit-reply"
      aria-label={t('own.editing')}
      aria-busy={html === undefined && !refused}
      onSubmit={onFormSubmit(save)}
    >
      {html === undefined ? (
        !refused && <p className="meta">{t('common.loading')}</p>
      ) : (
        <Suspense fallback={<p className="meta">{t('common.loading')}</p>}>
          <MessageEditor
            value={html}
            onChange={setEdited}
            label={t('own.editing')}
            disabled={isPending}
            invalid={empty || refused !== undefined}
            wrongWords={wrongWords}
            autoFocus
            onSubmit={save}
            size="reply"
          />
        </Suspense>
      )}
      {empty && <FieldProblem>{t('composer.empty')}</FieldProblem>}
      {isOthers && (
        <Suspense>
          <LazyReasonField value={reason} onChange={setReason} />
        </Suspense>
      )}
      {refused && <FormError failure={refused} />}
      <footer>
        <Button onClick={done}>{t('common.cancel')}</Button>
        {html === undefined && refused ? (
          <Button
            key="retry"
            isPrimary
            isInactive={waitSeconds > 0}
            onClick={() => source.reload()}
          >
            {t('composer.retry')}
          </Button>
        ) : (
          <Button
            isPrimary
            type="submit"
            isInactive={isPending || waitSeconds > 0 || html === undefined}
          >
            {isPending ? t('composer.sending') : t('own.save')}
          </Button>
        )}
      </footer>
    </form>
  );
}
