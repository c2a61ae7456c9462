import { useStore } from '@nanostores/react';
import { $apiDown } from '#client/core/api-down.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { DraftLine } from '../components/DraftLine.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { PausedNotice, type PausedNoticeProps } from './PausedNotice.tsx';
import { writtenReplyHref } from './written-reply-href.ts';

interface Props extends PausedNoticeProps {
  threadId: number;
}

/** The state of the draft and of the last reply, in one line. Who shows it announces the reply. */
export function DraftStatus({ sending, threadId, onCancel }: Props) {
  const { t, root } = useTexts();
  const isKept = useStore(replyDraft.$outbox) !== undefined;
  const paused = useStore($apiDown) || isKept;
  if (paused) return <PausedNotice sending={sending} onCancel={onCancel} />;
  if (sending.step === 'written') {
    const { floor, checked } = sending.written;
    return (
      <p className="grow">
        {t(checked ? 'composer.sent' : 'composer.held', { n: floor })}{' '}
        <a className="link" href={writtenReplyHref(root, threadId, sending)}>
          {t('composer.see')}
        </a>
      </p>
    );
  }
  return <DraftLine state={replyDraft.$state} />;
}
