import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { MESSAGE_MAX } from '#contracts/limits.ts';
import { $composing } from '#stores/composer.ts';
import { $draft, changeDraft, dropDraft, saveDraft } from '#stores/draft.ts';
import { $problems } from '#stores/problems.ts';
import { type NewReply, showOwn, type Written } from '#stores/replies.ts';
import { Button } from '../ui/Button.tsx';
import { useSecondsTo } from '../ui/countdown.ts';
import { useForm } from '../ui/form.ts';
import { ProblemView } from '../ui/ProblemView.tsx';
import { useTexts } from '../ui/text.ts';
import { Quoting } from './Quoting.tsx';
import RichEditor from './RichEditor.tsx';
import { Refusal, Status } from './Status.tsx';
import { useSending } from './sending.ts';

export interface EditorProps {
  threadId: number;
  forumId: number;
  /** Of the thread, from 1: the page that the editor stands on. */
  page: number;
}

const focusText = (sheet: HTMLElement | null) => sheet?.querySelector<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true });

/** The sheet on which a reply is written. */
export default function Editor({ threadId, forumId, page }: EditorProps) {
  const { t } = useTexts();
  const { html, quote } = useStore($draft);
  const { composer: problem } = useStore($problems, { keys: ['composer'] });
  const asked = useStore($composing);
  const sheet = useRef<HTMLFormElement>(null);
  const form = useForm(
    { html },
    {
      html: ({ html }) => {
        if (html === '') return t('composer.empty');
        const over = html.length - MESSAGE_MAX;
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
    },
  );
  const [uploading, setUploading] = useState(0);
  const [held, setHeld] = useState(false);
  const { sending, send, cancel, goOn } = useSending(showWritten);
  const pending = sending.step === 'pending';
  const wrongWords = sending.step === 'refused' && sending.failure.code === 'verify' ? (sending.failure.payload as string[]) : undefined;
  const wait = useSecondsTo(sending.step === 'refused' ? sending.failure.retryAt : undefined);

  useEffect(() => {
    if (asked === 0 || problem) return;
    focusText(sheet.current);
    sheet.current?.scrollIntoView({ block: 'center' });
  }, [asked, problem]);

  async function showWritten(reply: NewReply, written: Written): Promise<boolean> {
    dropDraft();
    form.reset();
    return written.page === page && showOwn(reply, written).catch(() => false);
  }

  function submit(): void {
    if (wait > 0) return;
    if (!form.submit()) {
      focusText(sheet.current);
      return;
    }
    setHeld(uploading > 0);
    if (uploading > 0) return;
    saveDraft();
    send(async () => ({ threadId, forumId, html, quote }));
  }

  function onChange(written: string): void {
    changeDraft({ html: written });
    goOn();
    if (written.length > MESSAGE_MAX) form.touch('html');
  }

  if (problem) {
    return (
      <ProblemView code={problem}>
        <Button onClick={() => $problems.setKey('composer', undefined)}>{t('composer.edit')}</Button>
      </ProblemView>
    );
  }
  return (
    <form
      className="editor"
      ref={sheet}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {quote && <Quoting quote={quote} onRemove={() => changeDraft({ quote: undefined })} />}
      <RichEditor
        value={html}
        onChange={onChange}
        label={t('composer.label')}
        placeholder={t('composer.placeholder')}
        disabled={pending}
        invalid={form.problems.html !== undefined}
        {...(form.problems.html ? { describedBy: 'reply-problem' } : {})}
        autoFocus={asked > 0}
        onSubmit={submit}
        onPending={setUploading}
        {...(wrongWords ? { wrongWords } : {})}
      />
      {form.problems.html && (
        <p className="wrong" id="reply-problem">
          {form.problems.html}
        </p>
      )}
      {held && uploading > 0 && (
        <p className="wrong" role="alert">
          {t('composer.pending')}
        </p>
      )}
      {sending.step === 'refused' && <Refusal failure={sending.failure} />}
      <footer>
        <Status sending={sending} threadId={threadId} onCancel={cancel} />
        <span>{t('composer.shortcut')}</span>
        <Button main type="submit" idle={pending || wait > 0}>
          {pending ? t('composer.sending') : t('composer.reply')}
        </Button>
      </footer>
    </form>
  );
}
