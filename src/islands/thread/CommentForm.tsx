import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import { newWriteKey, startOutboxWorker } from '#client/outbox/store-in-outbox.ts';
import { charactersLeft } from '#client/thread/comment-html.ts';
import {
  $commentForm,
  type CommentDraft,
  type MentionedUser,
  readSavedComment,
  saveComment,
} from '#client/thread/comments.ts';
import { sendComment } from '#client/thread/send-comment.ts';
import { Button } from '../components/Button.tsx';
import { FormError } from '../components/FormError.tsx';
import { useResumingText } from '../hooks/use-resuming-text.ts';
import { onFormSubmit, useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';
import { isSendKey } from '../page/is-send-key.ts';
import { showIfHeld } from './show-if-held.ts';

/** The number of characters left is shown below this value. */
const SHOW_LEFT_BELOW = 300;

/** One lock for all forms: sending from two forms quickly equals a double click (R15). */
const submitLock = createSubmitLock();
const getLock = () => submitLock;

/** The stored text, with a mention of the answered user in front. */
function startDraft(draft: CommentDraft, answers: MentionedUser | undefined): CommentDraft {
  if (!answers) return draft;
  const answered = [...draft.answered.filter(({ id }) => id !== answers.id), answers];
  const name = `@${answers.nickname} `;
  return { answered, text: draft.text.includes(name.trim()) ? draft.text : `${name}${draft.text}` };
}

interface Props {
  postId: number;
  readerId: number;
  answeredPerson: MentionedUser | undefined;
  /** The comment was submitted before this form had loaded. */
  sendsAtOnce: boolean;
}

/** The form of a comment. Ctrl+Enter sends; Escape closes it and stores the text. */
export default function CommentForm({ postId, readerId, answeredPerson, sendsAtOnce }: Props) {
  const { t } = useTexts();
  const statusId = `comment-status-${postId}`;
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() =>
    startDraft(readSavedComment(readerId, postId), answeredPerson),
  );
  const { step, failure: refused, waitSeconds, run, cancel, clearOutcome } = useSubmit(getLock);
  const isPending = step !== 'idle';
  const [empty, setEmpty] = useState(false);
  /** The key of a queued comment, while the API is down. */
  const [waiting, setWaiting] = useState<string>();
  const resuming = useResumingText(waiting);
  useEffect(() => void startOutboxWorker(), []);
  const charactersLeftCount = charactersLeft(draft);
  const problem =
    charactersLeftCount < 0
      ? t('composer.tooLong', { count: -charactersLeftCount })
      : empty
        ? t('composer.empty')
        : undefined;

  // Answering a user while the form is open adds the mention and focuses the field.
  useEffect(() => {
    const field = area.current;
    if (answeredPerson) setDraft((now) => startDraft(now, answeredPerson));
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [answeredPerson]);

  function change(text: string): void {
    const next = { ...draft, text };
    setDraft(next);
    setEmpty(false);
    clearOutcome();
    saveComment(readerId, postId, next);
  }

  /** Closes the form and focuses the button that opened it. */
  function close(): void {
    const opener = area.current
      ?.closest('article')
      ?.querySelector<HTMLElement>('[data-act="comment"]');
    $commentForm.set(undefined);
    opener?.focus({ preventScroll: true });
  }

  async function send(): Promise<void> {
    if (waitSeconds > 0) return;
    if (draft.text.trim() === '' || charactersLeftCount < 0) {
      setEmpty(draft.text.trim() === '');
      area.current?.focus();
      return;
    }
    await run(async (signal) => {
      const comment = { userId: readerId, postId, draft, key: newWriteKey() };
      try {
        const written = await sendComment(comment, signal, () => setWaiting(comment.key));
        saveComment(readerId, postId, { text: '', answered: [] });
        showIfHeld(t, written);
        close();
      } finally {
        setWaiting(undefined);
      }
    });
  }

  const latestSend = useRef(send);
  latestSend.current = send;
  useEffect(() => {
    if (sendsAtOnce) void latestSend.current();
  }, [sendsAtOnce]);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && !waiting) close();
    if (!isSendKey(event)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      className="comment-form field"
      data-invalid={problem ? '' : undefined}
      onSubmit={onFormSubmit(send)}
    >
      <textarea
        ref={area}
        rows={2}
        aria-label={t('comment.label')}
        placeholder={t('comment.placeholder')}
        readOnly={isPending}
        aria-invalid={problem !== undefined}
        aria-describedby={statusId}
        value={draft.text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {refused && <FormError failure={refused} />}
      <footer>
        <p className="grow" id={statusId} role="status">
          {problem ? (
            <span className="wrong">{problem}</span>
          ) : waiting ? (
            resuming
          ) : charactersLeftCount < SHOW_LEFT_BELOW ? (
            t('comment.charactersLeft', { count: charactersLeftCount })
          ) : (
            <span className="shortcut">{t('composer.shortcut')}</span>
          )}
        </p>
        <Button onClick={() => (waiting ? cancel() : close())}>{t('common.cancel')}</Button>
        <Button isPrimary type="submit" isInactive={isPending || waitSeconds > 0}>
          {isPending ? t('composer.sending') : t('comment.send')}
        </Button>
      </footer>
    </form>
  );
}
