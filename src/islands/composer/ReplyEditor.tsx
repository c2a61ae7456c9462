import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $composerDock, $composerOpenings, takeCaret } from '#client/composer/composer.ts';
import { $errorPages } from '#client/core/error-pages.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { Button } from '../components/Button.tsx';
import { ProblemView } from '../components/ProblemView.tsx';
import { onFormSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { findEditorField, focusEnd } from './early-text.ts';
import { DraftStatus, QuotePreview, ReplyProblems, writtenText } from './ReplyParts.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';
import RichEditor from './RichEditor.tsx';
import { type ReplyEditorProps, useReply } from './use-reply.ts';

const focusEditor = (sheet: HTMLElement | null) =>
  findEditorField(sheet)?.focus({ preventScroll: true });

export default function ReplyEditor(props: ReplyEditorProps) {
  const { t } = useTexts();
  const { composer: problem } = useStore($errorPages, { keys: ['composer'] });
  const openRequests = useStore($composerOpenings);
  const sheet = useRef<HTMLFormElement>(null);
  const reply = useReply(props, () => focusEditor(sheet.current));
  const { isPending, waitSeconds, quote } = reply;

  useEffect(() => {
    if (openRequests === 0 || problem) return;
    const field = findEditorField(sheet.current);
    if (takeCaret() === 'end' && field) focusEnd(field);
    else field?.focus({ preventScroll: true });
    // a docked editor is in view already
    if ($composerDock.get() === 'inline') sheet.current?.scrollIntoView({ block: 'center' });
  }, [openRequests, problem]);
  // After sending with the button, the focus returns to the editor unless the reader moved it.
  const written = reply.sending.step === 'written' ? reply.sending.written : undefined;
  const announced = written && writtenText(t, written);
  useEffect(() => {
    const { activeElement } = document;
    if (written && (activeElement === document.body || sheet.current?.contains(activeElement)))
      focusEditor(sheet.current);
  }, [written]);

  if (problem) {
    return (
      <ProblemView code={problem}>
        <Button onClick={() => $errorPages.setKey('composer', undefined)}>
          {t('composer.edit')}
        </Button>
      </ProblemView>
    );
  }
  return (
    <form className="editor" ref={sheet} onSubmit={onFormSubmit(reply.submit)}>
      {quote && (
        <QuotePreview quote={quote} onRemove={() => replyDraft.change({ quote: undefined })} />
      )}
      <RichEditor {...reply.field} />
      <ReplyProblems reply={reply} />
      <p className="vh" role="status">
        {announced && t(announced.key, announced.values)}
      </p>
      <footer>
        <DraftStatus sending={reply.sending} threadId={props.threadId} onCancel={reply.cancel} />
        <span>{t('composer.shortcut')}</span>
        <Button isPrimary type="submit" isInactive={isPending || waitSeconds > 0}>
          {isPending ? t('composer.sending') : t('composer.reply')}
        </Button>
      </footer>
      <ResizeHandle editor="reply" />
    </form>
  );
}
