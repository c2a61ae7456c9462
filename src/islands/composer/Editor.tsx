import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
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
import { UserHtml } from '../ui/UserHtml.tsx';
import { toHtml } from './markdown.ts';
import { Quoting } from './Quoting.tsx';
import { Refusal, Status } from './Status.tsx';
import { useSending } from './sending.ts';
import { applyFormat, Toolbar } from './Toolbar.tsx';

export interface EditorProps {
  threadId: number;
  forumId: number;
  /** Of the thread, from 1: the page that the editor stands on. */
  page: number;
}

const SHORTCUTS = { b: 'bold', i: 'italic', k: 'link' } as const;

/** How far a text is beyond what a post may have, in characters of its HTML. */
const excess = (text: string): number => (text.length > MESSAGE_MAX / 8 ? toHtml(text).length - MESSAGE_MAX : 0);

/** The sheet on which a reply is written. */
export default function Editor({ threadId, forumId, page }: EditorProps) {
  const { t } = useTexts();
  const { text, quote } = useStore($draft);
  const { composer: problem } = useStore($problems, { keys: ['composer'] });
  const asked = useStore($composing);
  const area = useRef<HTMLTextAreaElement>(null);
  const [preview, setPreview] = useState(false);
  const form = useForm(
    { text },
    {
      text: ({ text }) => {
        if (text.trim() === '') return t('composer.empty');
        const over = excess(text);
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
    },
  );
  const { sending, send, cancel, goOn } = useSending(showWritten);
  const pending = sending.step === 'pending';
  const wait = useSecondsTo(sending.step === 'refused' ? sending.failure.retryAt : undefined);

  useEffect(() => {
    if (asked === 0 || problem) return;
    setPreview(false);
    area.current?.focus({ preventScroll: true });
    area.current?.scrollIntoView({ block: 'center' });
  }, [asked, problem]);

  async function showWritten(reply: NewReply, written: Written): Promise<boolean> {
    dropDraft();
    form.reset();
    return written.page === page && showOwn(reply, written).catch(() => false);
  }

  function submit(): void {
    if (wait > 0) return;
    setPreview(false);
    if (!form.submit()) {
      area.current?.focus();
      return;
    }
    saveDraft();
    send(async () => ({ threadId, forumId, html: toHtml(text), quote }));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.nativeEvent.isComposing) return;
    const format = SHORTCUTS[event.key.toLowerCase() as keyof typeof SHORTCUTS];
    if (event.key !== 'Enter' && !format) return;
    event.preventDefault();
    if (format && pending) return;
    if (format) applyFormat(event.currentTarget, format, t(`composer.${format}`));
    else submit();
  }

  function onChange(value: string): void {
    changeDraft({ text: value });
    goOn();
    if (value.length > MESSAGE_MAX) form.touch('text');
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
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Toolbar area={area} idle={pending} preview={preview} onPreview={setPreview} />
      {quote && <Quoting quote={quote} onRemove={() => changeDraft({ quote: undefined })} />}
      {preview && <div className="area">{text.trim() ? <UserHtml key={text} html={toHtml(text)} /> : <p className="meta">{t('composer.previewEmpty')}</p>}</div>}
      <textarea
        ref={area}
        className="area"
        hidden={preview}
        rows={4}
        readOnly={pending}
        aria-label={t('composer.label')}
        placeholder={t('composer.placeholder')}
        aria-invalid={form.problems.text !== undefined}
        aria-describedby={form.problems.text ? 'reply-problem' : undefined}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {form.problems.text && (
        <p className="wrong" id="reply-problem">
          {form.problems.text}
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
