import { useStore } from '@nanostores/react';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import { Icon } from '../components/Icon.tsx';
import { useResumingText } from '../hooks/use-resuming-text.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { SendState } from './use-reply.ts';

export interface PausedNoticeProps {
  sending: SendState;
  onCancel(): void;
}

/**
 * Shown while the API is down: says that a waiting reply is sent later, with a button that cancels
 * it.
 */
export function PausedNotice({ sending, onCancel }: PausedNoticeProps) {
  const { t } = useTexts();
  const resuming = useResumingText(useStore(replyDraft.$outbox));
  const waiting = sending.step === 'pending';
  return (
    <p className="paused grow" role="status">
      <Icon name="warn" />
      <span>{waiting ? resuming : t('composer.paused')}</span>
      {waiting && (
        <button className="link" type="button" onClick={onCancel}>
          {t('composer.cancel')}
        </button>
      )}
    </p>
  );
}
