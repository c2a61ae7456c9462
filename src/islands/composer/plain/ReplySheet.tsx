import { Dialog } from '@base-ui/react/dialog';
import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { $composerOpenings, takeCaret } from '#client/composer/composer.ts';
import { afterPaint } from '#client/core/after-paint.ts';
import { $apiDown } from '#client/core/api-down.ts';
import { $errorPages } from '#client/core/error-pages.ts';
import { showToast } from '#client/core/toasts.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { Button } from '../../components/Button.tsx';
import { FocusGuardFix } from '../../components/FocusGuardFix.tsx';
import { ProblemView } from '../../components/ProblemView.tsx';
import { useOverlayHistory } from '../../hooks/use-overlay-history.ts';
import { onFormSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { findEditorField, focusEnd, passToEditor, takeTypedText } from '../early-text.ts';
import {
  DraftStatus,
  PausedNotice,
  QuotePreview,
  ReplyProblems,
  writtenReplyHref,
  writtenText,
} from '../ReplyParts.tsx';
import { type ReplyEditorProps, useReply } from '../use-reply.ts';
import PlainEditor from './PlainEditor.tsx';

/** The phone's sheet for writing a reply, which retains its state while closed. */
export default function ReplySheet(props: ReplyEditorProps) {
  const { t, root } = useTexts();
  const { composer: problem } = useStore($errorPages, { keys: ['composer'] });
  const openRequests = useStore($composerOpenings);
  const isQueued = useStore(replyDraft.$outbox) !== undefined;
  const paused = useStore($apiDown) || isQueued;
  const [open, setOpen] = useState(openRequests > 0);
  const sheet = useRef<HTMLDivElement>(null);
  const focus = () => findEditorField(sheet.current)?.focus({ preventScroll: true });
  /** The sheet has replaced its frame, in which the reader may have typed. */
  const takeOver = useCallback((popup: HTMLDivElement | null) => {
    sheet.current = popup;
    const field = findEditorField(popup);
    const typed = field && takeTypedText();
    if (!typed) return;
    takeCaret(); // puts the cursor into the new field
    // while React renders, it ignores input events and would restore the old text
    queueMicrotask(() => passToEditor(field, typed));
  }, []);
  const reply = useReply(props, focus);
  const { isPending, waitSeconds, quote, sending } = reply;

  useOverlayHistory(open, () => setOpen(false));
  useEffect(() => {
    setOpen(openRequests > 0);
    if (takeCaret() !== 'end') return;
    // the field has the new text only after the next paint
    void afterPaint().then(() => {
      const field = findEditorField(sheet.current);
      if (field) focusEnd(field);
    });
  }, [openRequests]);
  useEffect(() => {
    if (sending.step !== 'written') return;
    setOpen(false);
    showToast({
      ...writtenText(t, sending.written),
      action: { key: 'composer.see', href: writtenReplyHref(root, props.threadId, sending) },
    });
  }, [sending, root, t, props.threadId]);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal keepMounted>
        <FocusGuardFix />
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="reply-sheet"
          ref={takeOver}
          initialFocus={() => findEditorField(sheet.current) ?? true}
          finalFocus={false}
        >
          <form className="editor" onSubmit={onFormSubmit(reply.submit)}>
            <header>
              <Dialog.Close className="away">{t('composer.close')}</Dialog.Close>
              <div>
                <Dialog.Title>{t('composer.reply')}</Dialog.Title>
                {!paused && (
                  <DraftStatus
                    sending={sending}
                    threadId={props.threadId}
                    onCancel={reply.cancel}
                  />
                )}
              </div>
              <Button
                isPrimary
                type="submit"
                isInactive={isPending || waitSeconds > 0 || problem !== undefined}
              >
                {isPending
                  ? t('composer.sending')
                  : waitSeconds > 0
                    ? t('composer.wait', { n: waitSeconds })
                    : t('composer.send')}
              </Button>
            </header>
            {paused && <PausedNotice sending={sending} onCancel={reply.cancel} />}
            {problem ? (
              <ProblemView code={problem} level={2}>
                <Button onClick={() => $errorPages.setKey('composer', undefined)}>
                  {t('composer.edit')}
                </Button>
              </ProblemView>
            ) : (
              <>
                <ReplyProblems reply={reply} />
                {quote && (
                  <QuotePreview
                    quote={quote}
                    onRemove={() => replyDraft.change({ quote: undefined })}
                  />
                )}
                <PlainEditor {...reply.field} autoFocus={open} />
              </>
            )}
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
