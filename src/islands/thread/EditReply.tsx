import { useStore } from '@nanostores/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { $account } from '#stores/account.ts';
import type { Failure } from '#stores/failure.ts';
import { createGuard } from '#stores/guard.ts';
import type { Because } from '#stores/moderation/acts.ts';
import { loadSource, saveReply, showReply } from '#stores/own-posts.ts';
import { loadMessageEditor } from '../composer/editors.ts';
import { LaterBecause } from '../moderation/LaterBecause.tsx';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';

const MessageEditor = lazy(loadMessageEditor);

interface Props {
  threadId: number;
  postId: number;
  floor: number;
  authorId: number;
  /** It was saved, or given up. */
  onDone(): void;
}

/** Tells a moderator that somebody else's reply was changed, with the way to what stood there. */
async function tellEdited(
  threadId: number,
  place: { postId: number; floor: number },
  before: string,
): Promise<void> {
  const { tellDone } = await import('#stores/moderation/notice.ts');
  tellDone(
    {
      key: 'moderation.done.edit',
      undo: [
        { method: 'PUT', path: '/api/v1/thread/post', body: { id: place.postId, message: before } },
      ],
    },
    () => showReply(threadId, place),
  );
}

/**
 * Edits a reply where it stands: begins with what its author sent, and shows what was made of it.
 * Moderators say why.
 */
export default function EditReply({ threadId, postId, floor, authorId, onDone }: Props) {
  const { t } = useTexts();
  const others = useStore($account)?.id !== authorId;
  const [because, setBecause] = useState<Because>({ note: '', notify: true });
  const [before, setBefore] = useState('');
  const [html, setHtml] = useState<string>();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const [empty, setEmpty] = useState(false);
  const [guard] = useState(createGuard);
  const wait = useSecondsTo(refused?.retryAt);

  const load = useCallback(() => {
    setRefused(undefined);
    loadSource(postId).then(({ message }) => {
      setBefore(message);
      setHtml(message);
    }, setRefused);
  }, [postId]);
  useEffect(load, [load]);

  /** The keyboard goes back to the menu that opened this. */
  const done = () => {
    onDone();
    document
      .querySelector<HTMLElement>(
        `:is(#p${postId}, #found-${postId}) [data-act="${others ? 'moderate' : 'own'}"]`,
      )
      ?.focus({ preventScroll: true });
  };
  const save = () =>
    void guard.run(async () => {
      if (html === undefined || wait > 0) return;
      setEmpty(html === '');
      if (html === '') return;
      setPending(true);
      setRefused(undefined);
      try {
        await saveReply(threadId, { postId, floor }, html, others ? because : undefined);
        if (others) await tellEdited(threadId, { postId, floor }, before);
        done();
      } catch (error) {
        setRefused(error as Failure);
        setPending(false);
      }
    });
  const words =
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
            wrongWords={words}
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
      {others && (
        <Suspense>
          <LaterBecause value={because} onChange={setBecause} />
        </Suspense>
      )}
      {refused && <Refusal failure={refused} />}
      <footer>
        <Button onClick={done}>{t('common.cancel')}</Button>
        {html === undefined && refused ? (
          <Button main idle={wait > 0} onClick={load}>
            {t('composer.retry')}
          </Button>
        ) : (
          <Button main type="submit" idle={pending || wait > 0 || html === undefined}>
            {pending ? t('composer.sending') : t('own.save')}
          </Button>
        )}
      </footer>
    </form>
  );
}
