import { useStore } from '@nanostores/react';
import { type Root, replyAnchor, replyPermalink } from '#contracts/paths.ts';
import { $apiDown } from '#stores/client/api-down.ts';
import { $draftState } from '#stores/drafts/reply-draft.ts';
import { DraftLine } from '../components/DraftLine.tsx';
import { FormError } from '../components/FormError.tsx';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { ReplyForm } from './use-reply.ts';
import type { SendState } from './use-send-reply.ts';

/** What keeps a reply from being sent, below its text. */
export function ReplyProblems({
  reply: { problem, isWaitingForUploads, sending },
}: {
  reply: ReplyForm;
}) {
  const { t } = useTexts();
  return (
    <>
      {problem && (
        <p className="wrong" id="reply-problem">
          {problem}
        </p>
      )}
      {isWaitingForUploads && (
        <p className="wrong" role="alert">
          {t('composer.pending')}
        </p>
      )}
      {sending.step === 'refused' && <FormError failure={sending.failure} />}
    </>
  );
}

/** Where a reply that was just written is. */
export const writtenReplyHref = (
  root: Root,
  threadId: number,
  { written, here }: Extract<SendState, { step: 'written' }>,
): string => (here ? `#${replyAnchor(written.id)}` : replyPermalink(root, threadId, written.id));

interface SendingProps {
  sending: SendState;
  onCancel(): void;
}

/** While the product is away: what becomes of the reply that waits, and a way to take it back. */
export function PausedNotice({ sending, onCancel }: SendingProps) {
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
export function DraftStatus({ sending, threadId, onCancel }: SendingProps & { threadId: number }) {
  const { t, root } = useTexts();
  const paused = useStore($apiDown);
  if (paused) return <PausedNotice sending={sending} onCancel={onCancel} />;
  if (sending.step === 'written') {
    const { floor, checked } = sending.written;
    return (
      <p className="grow" role="status">
        {t(checked ? 'composer.sent' : 'composer.held', { n: floor })}{' '}
        <a className="link" href={writtenReplyHref(root, threadId, sending)}>
          {t('composer.see')}
        </a>
      </p>
    );
  }
  return <DraftLine state={$draftState} />;
}
