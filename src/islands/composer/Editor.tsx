import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $composing } from '#stores/composer.ts';
import { changeDraft } from '#stores/draft.ts';
import { $problems } from '#stores/problems.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemView } from '../ui/ProblemView.tsx';
import { useTexts } from '../ui/text.ts';
import { Quoting } from './Quoting.tsx';
import RichEditor from './RichEditor.tsx';
import { type EditorProps, useReply } from './reply.ts';
import { ReplyProblems, Status } from './Status.tsx';

const focusText = (sheet: HTMLElement | null) =>
  sheet?.querySelector<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true });

/** The sheet on which a reply is written. */
export default function Editor(place: EditorProps) {
  const { t } = useTexts();
  const { composer: problem } = useStore($problems, { keys: ['composer'] });
  const asked = useStore($composing);
  const sheet = useRef<HTMLFormElement>(null);
  const reply = useReply(place, () => focusText(sheet.current));
  const { pending, wait, quote } = reply;

  useEffect(() => {
    if (asked === 0 || problem) return;
    focusText(sheet.current);
    sheet.current?.scrollIntoView({ block: 'center' });
  }, [asked, problem]);

  if (problem) {
    return (
      <ProblemView code={problem}>
        <Button onClick={() => $problems.setKey('composer', undefined)}>
          {t('composer.edit')}
        </Button>
      </ProblemView>
    );
  }
  return (
    <form
      className="editor"
      ref={sheet}
      onSubmit={(event) => {
        event.preventDefault();
        reply.submit();
      }}
    >
      {quote && <Quoting quote={quote} onRemove={() => changeDraft({ quote: undefined })} />}
      <RichEditor {...reply.field} autoFocus={asked > 0} />
      <ReplyProblems reply={reply} />
      <footer>
        <Status sending={reply.sending} threadId={place.threadId} onCancel={reply.cancel} />
        <span>{t('composer.shortcut')}</span>
        <Button main type="submit" idle={pending || wait > 0}>
          {pending ? t('composer.sending') : t('composer.reply')}
        </Button>
      </footer>
    </form>
  );
}
