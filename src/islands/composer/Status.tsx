import { useStore } from '@nanostores/react';
import { type Root, replyAnchor, replyPath } from '#contracts/paths.ts';
import { $draftState } from '#stores/draft.ts';
import { $paused } from '#stores/paused.ts';
import { DraftLine } from '../ui/DraftLine.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';
import type { WrittenReply } from './reply.ts';
import type { Sending } from './sending.ts';

/** What keeps a reply from being sent, below its text. */
export function ReplyProblems({ reply: { problem, held, sending } }: { reply: WrittenReply }) {
  const { t } = useTexts();
  return (
    <>
      {problem && (
        <p className="wrong" id="reply-problem">
          {problem}
        </p>
      )}
      {held && (
        <p className="wrong" role="alert">
          {t('composer.pending')}
        </p>
      )}
      {sending.step === 'refused' && <Refusal failure={sending.failure} />}
    </>
  );
}

/** Where a reply that was just written is. */
export const writtenAt = (
  root: Root,
  threadId: number,
  { written, here }: Extract<Sending, { step: 'written' }>,
): string => (here ? `#${replyAnchor(written.id)}` : replyPath(root, threadId, written.id));

interface Waiting {
  sending: Sending;
  onCancel(): void;
}

/** While the product is away: what becomes of the reply that waits, and a way to take it back. */
export function Paused({ sending, onCancel }: Waiting) {
  const { t } = useTexts();
  const waiting = sending.step === 'pending';
  return (
    <p className="paused grow" role="status">
      <Icon name="warn" />
      <span>{t(waiting ? 'composer.resumes' : 'composer.paused')}</span>
      {waiting && (
        <button className="link" type="button" onClick={onCancel}>
          {t('composer.cancel')}
        </button>
      )}
    </p>
  );
}

/** How the draft and the last reply are, in one line. */
export function Status({ sending, threadId, onCancel }: Waiting & { threadId: number }) {
  const { t, root } = useTexts();
  const paused = useStore($paused);
  if (paused) return <Paused sending={sending} onCancel={onCancel} />;
  if (sending.step === 'written') {
    const { floor, checked } = sending.written;
    return (
      <p className="grow" role="status">
        {t(checked ? 'composer.sent' : 'composer.held', { n: floor })}{' '}
        <a className="link" href={writtenAt(root, threadId, sending)}>
          {t('composer.see')}
        </a>
      </p>
    );
  }
  return <DraftLine state={$draftState} />;
}
