import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import type { QuotedReply } from '#client/drafts/draft-records.ts';
import {
  $draft,
  $draftOutbox,
  changeDraft,
  discardDraft,
  pauseDraft,
  resumeDraft,
} from '#client/drafts/reply-draft.ts';
import { newWriteKey, startOutboxWorker, takeOutOfOutbox } from '#client/outbox/keep-in-outbox.ts';
import { showPostedReply } from '#client/thread/send-reply.ts';
import type { NewReply, PostedReply } from '#client/thread/unpublished-replies.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import { type SendState, useSendReply } from './use-send-reply.ts';

export interface ReplyEditorProps {
  threadId: number;
  forumId: number;
  /** The page of the thread, from 1, that has the editor. */
  page: number;
}

export interface ReplyForm {
  quote: QuotedReply | undefined;
  sending: SendState;
  /** The reply is being sent and can't be changed. */
  isPending: boolean;
  /** Seconds until a reply may be sent again. */
  waitSeconds: number;
  /** The problems of the text. */
  problem: string | undefined;
  /** Sending was refused because a picture is still being uploaded. */
  isWaitingForUploads: boolean;
  /** Props of the editor. */
  field: RichEditorProps;
  submit(): void;
  cancel(): void;
  clearOutcome(): void;
}

/**
 * The state of the reply that is written on this page, whichever editor is used. `onRefused`: the
 * text has a problem to mend.
 */
export function useReply(
  { threadId, forumId, page }: ReplyEditorProps,
  onRefused: () => void,
): ReplyForm {
  const { t } = useTexts();
  const { html, quote } = useStore($draft);
  const form = useForm(
    { html },
    {
      html: ({ html }) => {
        if (html === '') return t('composer.empty');
        const over = html.length - MAX_MESSAGE_CHARACTERS;
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
    },
  );
  const [uploading, setUploading] = useState(0);
  const [held, setHeld] = useState(false);
  const userId = useStore($account)?.id ?? 0;
  const sender = useSendReply(userId, showWritten, resumeDraft);
  const { send, clearOutcome } = sender;
  // What was sent by a page that is closed now is sent by the outbox, and looks as it did there.
  const kept = useStore($draftOutbox);
  const sending: SendState = kept !== undefined ? { step: 'pending' } : sender.sending;
  useEffect(() => void startOutboxWorker(), []);
  const waitSeconds = useCountdown(
    sending.step === 'refused' ? sending.failure.retryAt : undefined,
  );

  async function showWritten(reply: NewReply, written: PostedReply): Promise<boolean> {
    discardDraft(reply.draft);
    form.reset();
    return written.page === page && showPostedReply(reply, written).catch(() => false);
  }

  function submit(): void {
    if (waitSeconds > 0) return;
    if (!form.submit()) {
      onRefused();
      return;
    }
    setHeld(uploading > 0);
    if (uploading > 0) return;
    send(() => ({ threadId, forumId, html, quote, draft: pauseDraft(), key: newWriteKey() }));
  }

  function cancel(): void {
    if (sender.sending.step === 'pending') sender.cancel();
    else if (kept !== undefined)
      void takeOutOfOutbox(kept).then((outcome) =>
        outcome?.step === 'sent' ? discardDraft(undefined) : resumeDraft(),
      );
  }

  function change(written: string): void {
    changeDraft({ html: written });
    clearOutcome();
    if (written.length > MAX_MESSAGE_CHARACTERS) form.touch('html');
  }

  const isPending = sending.step === 'pending';
  return {
    quote,
    sending,
    isPending,
    waitSeconds,
    problem: form.problems.html,
    isWaitingForUploads: held && uploading > 0,
    field: {
      value: html,
      onChange: change,
      label: t('composer.label'),
      placeholder: t('composer.placeholder'),
      disabled: isPending,
      invalid: form.problems.html !== undefined,
      ...(form.problems.html ? { describedBy: 'reply-problem' } : {}),
      onSubmit: submit,
      onPendingUploads: setUploading,
      ...(sending.step === 'refused' && sending.failure.code === 'verify'
        ? { wrongWords: sending.failure.payload as string[] }
        : {}),
    },
    submit,
    cancel,
    clearOutcome,
  };
}
