import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CaptchaClosed } from '#stores/captcha.ts';
import {
  $commenting,
  type Addressee,
  type CommentDraft,
  commentRoom,
  sendComment,
} from '#stores/comments.ts';
import { Failure } from '#stores/failure.ts';
import { createGuard } from '#stores/guard.ts';
import { keepText, recallText } from '#stores/kept-text.ts';
import { tell } from '#stores/tips.ts';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';

/** From here on it is told how much room is left. */
const SCARCE = 300;

/**
 * One for all fields: who answers in one and goes on to the next is as quick as a double click
 * (R15).
 */
const guard = createGuard();

const EMPTY: CommentDraft = { text: '', people: [] };

/** What was kept, with the name of who is answered in front. */
function begin(kept: CommentDraft | undefined, answers: Addressee | undefined): CommentDraft {
  const draft = { ...EMPTY, ...kept };
  if (!answers) return draft;
  const people = [...draft.people.filter(({ id }) => id !== answers.id), answers];
  const name = `@${answers.nickname} `;
  return { people, text: draft.text.includes(name.trim()) ? draft.text : `${name}${draft.text}` };
}

interface Props {
  postId: number;
  readerId: number;
  answers: Addressee | undefined;
}

/**
 * Where a comment is written: Ctrl+Enter sends, Escape closes and keeps the text in this browser.
 */
export default function CommentForm({ postId, readerId, answers }: Props) {
  const { t } = useTexts();
  const name = `c${postId}`;
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() =>
    begin(recallText<CommentDraft>(readerId, name), answers),
  );
  const [pending, setPending] = useState(false);
  const [empty, setEmpty] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const wait = useSecondsTo(refused?.retryAt);
  const room = commentRoom(draft);
  const problem =
    room < 0 ? t('composer.tooLong', { count: -room }) : empty ? t('composer.empty') : undefined;

  // Answering somebody while the field is open brings their name, and the keyboard, into it.
  useEffect(() => {
    const field = area.current;
    if (answers) setDraft((now) => begin(now, answers));
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [answers]);

  function change(text: string): void {
    const next = { ...draft, text };
    setDraft(next);
    setEmpty(false);
    setRefused(undefined);
    keepText(readerId, name, text.trim() ? next : undefined);
  }

  /** Closes the field and brings the keyboard back to the button that opened it. */
  function close(): void {
    const opener = area.current
      ?.closest('article')
      ?.querySelector<HTMLElement>('[data-act="comment"]');
    $commenting.set(undefined);
    opener?.focus({ preventScroll: true });
  }

  async function send(): Promise<void> {
    if (wait > 0) return;
    if (draft.text.trim() === '' || room < 0) {
      setEmpty(draft.text.trim() === '');
      area.current?.focus();
      return;
    }
    await guard.run(async () => {
      setPending(true);
      setRefused(undefined);
      try {
        const written = await sendComment(postId, draft);
        keepText(readerId, name, undefined);
        if (written.checked === 0) tell({ key: 'comment.heldTip' });
        close();
      } catch (error) {
        setPending(false);
        if (error instanceof Failure) setRefused(error);
        else if (!(error instanceof CaptchaClosed)) throw error;
      }
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      className="comment-form field"
      data-invalid={problem ? '' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={area}
        rows={2}
        aria-label={t('comment.label')}
        placeholder={t('comment.placeholder')}
        readOnly={pending}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-said`}
        value={draft.text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {refused && <Refusal failure={refused} />}
      <footer>
        <p className="grow" id={`${name}-said`} role="status">
          {problem ? (
            <span className="wrong">{problem}</span>
          ) : room < SCARCE ? (
            t('comment.room', { count: room })
          ) : (
            <span className="shortcut">{t('composer.shortcut')}</span>
          )}
        </p>
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button main type="submit" idle={pending || wait > 0}>
          {pending ? t('composer.sending') : t('comment.send')}
        </Button>
      </footer>
    </form>
  );
}
