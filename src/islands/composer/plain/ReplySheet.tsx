import { Dialog } from '@base-ui/react/dialog';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $composing } from '#stores/composer.ts';
import { changeDraft } from '#stores/draft.ts';
import { $paused } from '#stores/paused.ts';
import { $problems } from '#stores/problems.ts';
import { tell } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Guards } from '../../ui/Guards.tsx';
import { ProblemView } from '../../ui/ProblemView.tsx';
import { useSheet } from '../../ui/sheet.ts';
import { useTexts } from '../../ui/text.ts';
import { Quoting } from '../Quoting.tsx';
import { type EditorProps, useReply } from '../reply.ts';
import { Paused, ReplyProblems, Status, writtenAt } from '../Status.tsx';
import PlainEditor from './PlainEditor.tsx';

/** The phone's sheet on which a reply is written. It stays as it is while it is put away. */
export default function ReplySheet(place: EditorProps) {
  const { t, root } = useTexts();
  const { composer: problem } = useStore($problems, { keys: ['composer'] });
  const asked = useStore($composing);
  const paused = useStore($paused);
  const [open, setOpen] = useState(asked > 0);
  const sheet = useRef<HTMLDivElement>(null);
  const focus = () =>
    sheet.current
      ?.querySelector<HTMLElement>('textarea, [role="textbox"]')
      ?.focus({ preventScroll: true });
  const reply = useReply(place, focus);
  const { pending, wait, quote, sending } = reply;

  useSheet(open, () => setOpen(false));
  useEffect(() => setOpen(asked > 0), [asked]);
  useEffect(() => {
    if (sending.step !== 'written') return;
    setOpen(false);
    tell({
      key: sending.written.checked ? 'composer.sent' : 'composer.held',
      values: { n: sending.written.floor },
      action: { key: 'composer.see', href: writtenAt(root, place.threadId, sending) },
    });
  }, [sending, root, place.threadId]);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal keepMounted>
        <Guards />
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          className="reply-sheet"
          ref={sheet}
          initialFocus={() =>
            sheet.current?.querySelector<HTMLElement>('textarea, [role="textbox"]') ?? true
          }
          finalFocus={false}
        >
          <form
            className="editor"
            onSubmit={(event) => {
              event.preventDefault();
              reply.submit();
            }}
          >
            <header>
              <Dialog.Close className="away">{t('composer.putAway')}</Dialog.Close>
              <div>
                <Dialog.Title>{t('composer.reply')}</Dialog.Title>
                {!paused && (
                  <Status sending={sending} threadId={place.threadId} onCancel={reply.cancel} />
                )}
              </div>
              <Button main type="submit" idle={pending || wait > 0 || problem !== undefined}>
                {pending
                  ? t('composer.sending')
                  : wait > 0
                    ? t('composer.wait', { n: wait })
                    : t('composer.send')}
              </Button>
            </header>
            {paused && <Paused sending={sending} onCancel={reply.cancel} />}
            {problem ? (
              <ProblemView code={problem} level={2}>
                <Button onClick={() => $problems.setKey('composer', undefined)}>
                  {t('composer.edit')}
                </Button>
              </ProblemView>
            ) : (
              <>
                <ReplyProblems reply={reply} />
                {quote && (
                  <Quoting quote={quote} onRemove={() => changeDraft({ quote: undefined })} />
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
