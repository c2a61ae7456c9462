import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { createSubmitLock } from '#client/composer/submit-lock.ts';
import type { Failure } from '#client/core/failure.ts';
import type { QuotedReply } from '#client/drafts/draft-records.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';
import {
  newWriteKey,
  restoreUnsentDraft,
  startOutboxWorker,
} from '#client/outbox/store-in-outbox.ts';
import { sendReply, showPostedReply } from '#client/thread/send-reply.ts';
import type { NewReply, PostedReply } from '#client/thread/unpublished-replies.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { useForm } from '../hooks/use-form.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { RichEditorProps } from './RichEditor.tsx';

export interface ReplyEditorProps {
  threadId: number;
  forumId: number;
  /** The page of the thread with the editor, from 1. */
  page: number;
}

interface WrittenReply {
  written: PostedReply;
  here: boolean;
}

export type SendState =
  | { step: 'writing' | 'pending' }
  | { step: 'refused'; failure: Failure }
  | ({ step: 'written' } & WrittenReply);

export interface ReplyForm {
  quote: QuotedReply | undefined;
  sending: SendState;
  /** The reply is being sent and can't be changed. */
  isPending: boolean;
  /** Seconds until the next reply is allowed. */
  waitSeconds: number;
  problem: string | undefined;
  /** Sending failed because a picture is still being uploaded. */
  isWaitingForUploads: boolean;
  field: RichEditorProps;
  submit(): void;
  cancel(): void;
  clearOutcome(): void;
}

/** The state of this page's reply, for any editor. Calls `onRefused` if the text has a problem. */
export function useReply(
  { threadId, forumId, page }: ReplyEditorProps,
  onRefused: () => void,
): ReplyForm {
  const { t } = useTexts();
  const { html, quote } = useStore(replyDraft.$content);
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
  // No reply is sent while another is pending, or right after its response (R15).
  const submission = useSubmit(createSubmitLock);
  const { failure, waitSeconds, clearOutcome } = submission;
  const [writtenReply, setWrittenReply] = useState<WrittenReply>();
  // The outbox sends the reply of a page that was closed; it is shown as pending here too.
  const queued = useStore(replyDraft.$outbox);
  const isPending = queued !== undefined || submission.step === 'pending';
  const sending = ((): SendState => {
    if (isPending) return { step: 'pending' };
    if (failure) return { step: 'refused', failure };
    return submission.step === 'done' && writtenReply
      ? { step: 'written', ...writtenReply }
      : { step: 'writing' };
  })();
  useEffect(() => void startOutboxWorker(), []);

  async function send(signal: AbortSignal): Promise<void> {
    const draft = replyDraft.pause();
    const reply: NewReply = { threadId, forumId, html, quote, draft, key: newWriteKey() };
    const written = await sendReply(reply, userId, signal).catch((error: unknown) => {
      replyDraft.resume();
      throw error;
    });
    setWrittenReply({ written, here: false });
    void replyDraft.discard(draft);
    form.reset();
    if (written.page !== page) return;
    void showPostedReply(reply, written).then(
      (here) => setWrittenReply((now) => (now?.written === written ? { written, here } : now)),
      () => undefined, // its own page shows it
    );
  }

  function submit(): void {
    if (waitSeconds > 0) return;
    if (!form.submit()) {
      onRefused();
      return;
    }
    setHeld(uploading > 0);
    if (uploading > 0) return;
    void submission.run(send);
  }

  function cancel(): void {
    if (submission.step === 'pending') submission.cancel();
    else void restoreUnsentDraft(replyDraft);
  }

  function change(written: string): void {
    replyDraft.change({ html: written });
    clearOutcome();
    if (written.length > MAX_MESSAGE_CHARACTERS) form.touch('html');
  }

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
      ...(failure?.code === 'verify' ? { wrongWords: failure.payload as string[] } : {}),
    },
    submit,
    cancel,
    clearOutcome,
  };
}
