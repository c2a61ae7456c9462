import { useEffect, useRef, useState } from 'react';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import { charactersLeft } from '#client/thread/comment-html.ts';
import { saveEditedComment, toCommentDraft } from '#client/thread/edit-comment.ts';
import { Button } from '../components/Button.tsx';
import { FormError } from '../components/FormError.tsx';
import { onFormSubmit, useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';
import { isSendKey } from '../page/is-send-key.ts';
import { showIfHeld } from './show-if-held.ts';

interface Props {
  postId: number;
  id: number;
  html: string;
  onDone(): void;
}

/** The editor of one's own comment. Ctrl+Enter saves; Escape closes it if unchanged. */
export default function EditComment({ postId, id, html, onDone }: Props) {
  const { t } = useTexts();
  const statusId = `comment-edit-${id}`;
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => toCommentDraft(html));
  const [isEmpty, setEmpty] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const submission = useSubmit(createSubmitLock);
  const isPending = submission.step !== 'idle';
  const left = charactersLeft(draft);
  const problem =
    left < 0 ? t('composer.tooLong', { count: -left }) : isEmpty ? t('composer.empty') : undefined;
  useEffect(() => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  /** A key must not discard typed text. */
  const leave = () => {
    if (draft.text === toCommentDraft(html).text) onDone();
    else setUnsaved(true);
  };
  const save = () => {
    const isNothing = draft.text.trim() === '';
    setEmpty(isNothing);
    if (isNothing || left < 0 || submission.waitSeconds > 0) return;
    void submission.run(async () => {
      showIfHeld(t, await saveEditedComment(postId, id, draft));
      onDone();
    });
  };
  return (
    <form
      className="comment-form field"
      aria-label={t('comment.editing')}
      data-invalid={problem ? '' : undefined}
      onSubmit={onFormSubmit(save)}
    >
      <textarea
        ref={area}
        rows={2}
        aria-label={t('comment.editing')}
        readOnly={isPending}
        aria-invalid={problem !== undefined}
        aria-describedby={statusId}
        value={draft.text}
        onChange={({ currentTarget: { value } }) => {
          setDraft({ ...draft, text: value });
          setEmpty(false);
          setUnsaved(false);
          submission.clearOutcome();
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape' && !isPending) leave();
          if (!isSendKey(event)) return;
          event.preventDefault();
          save();
        }}
      />
      {submission.failure && <FormError failure={submission.failure} />}
      <footer>
        <p className="grow" id={statusId} role="status">
          {problem ? <span className="wrong">{problem}</span> : isUnsaved && t('comment.unsaved')}
        </p>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button isPrimary type="submit" isInactive={isPending || submission.waitSeconds > 0}>
          {isPending ? t('composer.sending') : t('own.save')}
        </Button>
      </footer>
    </form>
  );
}
