import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { QuotedReply } from '#stores/drafts/draft-records.ts';
import { $draft, changeDraft, discardDraft, saveDraft } from '#stores/drafts/reply-draft.ts';
import { type NewReply, type PostedReply, showPostedReply } from '#stores/thread/send-reply.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import { type SendState, useSendReply } from './use-send-reply.ts';

export interface ReplyEditorProps {
  threadId: number;
  forumId: number;
  /** Of the thread, from 1: the page that the editor stands on. */
  page: number;
}

export interface ReplyForm {
  quote: QuotedReply | undefined;
  sending: SendState;
  /** It is on its way, and can't be changed. */
  isPending: boolean;
  /** Seconds until it may be sent again. */
  waitSeconds: number;
  /** What is wrong with the text. */
  problem: string | undefined;
  /** It would have been sent, but a picture is still on its way. */
  isWaitingForUploads: boolean;
  /** What its editor gets. */
  field: RichEditorProps;
  submit(): void;
  cancel(): void;
  clearOutcome(): void;
}

/**
 * The reply that is being written on this page, whatever it is written with. `onRefused`: there is
 * something to mend in the text.
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
  const { sending, send, cancel, clearOutcome } = useSendReply(showWritten);
  const waitSeconds = useCountdown(
    sending.step === 'refused' ? sending.failure.retryAt : undefined,
  );

  async function showWritten(reply: NewReply, written: PostedReply): Promise<boolean> {
    discardDraft();
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
    saveDraft();
    send(async () => ({ threadId, forumId, html, quote }));
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
