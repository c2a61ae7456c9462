import { useStore } from '@nanostores/react';
import { $apiDown } from '#client/core/api-down.ts';
import type { Failure } from '#client/core/failure.ts';
import { type QuotedReply, replyDraft } from '#client/drafts/reply-draft.ts';
import type { PostedReply } from '#client/thread/unpublished-replies.ts';
import { type Root, replyAnchor, replyPermalink, threadPath } from '#contracts/paths.ts';
import type { MergedIntoWire, RepeatedPostWire } from '#contracts/wire/requests.ts';
import { DraftLine } from '../components/DraftLine.tsx';
import { FieldProblem, FormError } from '../components/FormError.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { whyHeld } from '../components/why-held.ts';
import { useIsOffline } from '../hooks/use-is-offline.ts';
import { useResumingText } from '../hooks/use-resuming-text.ts';
import { type TextsValue, useTexts } from '../hooks/use-texts.ts';
import type { ReplyForm, SendState } from './use-reply.ts';

/* The parts around the text that the reply editors of both sites share. */

export function QuotePreview({ quote, onRemove }: { quote: QuotedReply; onRemove(): void }) {
  const { t } = useTexts();
  return (
    <div className="quoting">
      <p className="grow">
        {t('thread.quoteOf', { n: quote.floor, name: quote.nickname })}
        {quote.text}
      </p>
      <IconButton icon="close" label={t('composer.unquote')} onClick={onRemove} />
    </div>
  );
}

/** A link to the post with the same content, or to the merged thread. */
function RefusalLink({ failure: { code, payload } }: { failure: Failure }) {
  const { t, root } = useTexts();
  if (!payload || (code !== 'repeat' && code !== 'merged')) return null;
  const { id, storey, thread_id } = payload as MergedIntoWire & Partial<RepeatedPostWire>;
  return (
    <a
      className="link"
      href={id && storey ? replyPermalink(root, thread_id, id) : threadPath(root, thread_id)}
    >
      {t(code === 'merged' ? 'composer.toMerged' : 'composer.see')}
    </a>
  );
}

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
      {isWaitingForUploads && <FieldProblem>{t('composer.pending')}</FieldProblem>}
      {sending.step === 'refused' && (
        <>
          <FormError failure={sending.failure} />
          <RefusalLink failure={sending.failure} />
        </>
      )}
    </>
  );
}

/** The address of a reply that was just sent: its anchor on this page, else its permalink. */
export const writtenReplyHref = (
  root: Root,
  threadId: number,
  { written, here }: Extract<SendState, { step: 'written' }>,
): string => (here ? `#${replyAnchor(written.id)}` : replyPermalink(root, threadId, written.id));

interface PausedNoticeProps {
  sending: SendState;
  onCancel(): void;
}

/** Shown while the API is down: the queued reply is sent later, and a button cancels it. */
export function PausedNotice({ sending, onCancel }: PausedNoticeProps) {
  const { t } = useTexts();
  const resuming = useResumingText(useStore(replyDraft.$outbox));
  const isOffline = useIsOffline();
  const waiting = sending.step === 'pending';
  return (
    <p className="paused grow" role="status">
      <Icon name="warn" />
      <span>
        {waiting ? resuming : t(isOffline ? 'composer.offline.paused' : 'composer.paused')}
      </span>
      {waiting && (
        <button className="link" type="button" onClick={onCancel}>
          {t('composer.cancel')}
        </button>
      )}
    </p>
  );
}

export const writtenText = (
  t: TextsValue['t'],
  { floor, checked, holdReason }: PostedReply,
): { key: 'composer.sent' | 'composer.held'; values: { n: number; why: string } } => ({
  key: checked ? 'composer.sent' : 'composer.held',
  values: { n: floor, why: whyHeld(t, holdReason) },
});

/** The state of the draft and of the last reply. The parent announces the reply. */
export function DraftStatus({
  sending,
  threadId,
  onCancel,
}: PausedNoticeProps & { threadId: number }) {
  const { t, root } = useTexts();
  const isQueued = useStore(replyDraft.$outbox) !== undefined;
  const paused = useStore($apiDown) || isQueued;
  if (paused) return <PausedNotice sending={sending} onCancel={onCancel} />;
  if (sending.step === 'written') {
    const { key, values } = writtenText(t, sending.written);
    return (
      <p className="grow">
        {t(key, values)}{' '}
        <a className="link" href={writtenReplyHref(root, threadId, sending)}>
          {t('composer.see')}
        </a>
      </p>
    );
  }
  return <DraftLine state={replyDraft.$state} />;
}
