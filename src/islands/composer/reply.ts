import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MESSAGE_MAX } from '#contracts/limits.ts';
import { $draft, changeDraft, dropDraft, saveDraft } from '#stores/draft.ts';
import type { Quoted } from '#stores/draft-sheets.ts';
import { type NewReply, showOwn, type Written } from '#stores/replies.ts';
import { useSecondsTo } from '../ui/countdown.ts';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import { type Sending, useSending } from './sending.ts';

export interface EditorProps {
  threadId: number;
  forumId: number;
  /** Of the thread, from 1: the page that the editor stands on. */
  page: number;
}

export interface WrittenReply {
  quote: Quoted | undefined;
  sending: Sending;
  /** It is on its way, and can't be changed. */
  pending: boolean;
  /** Seconds until it may be sent again. */
  wait: number;
  /** What is wrong with the text. */
  problem: string | undefined;
  /** It would have been sent, but a picture is still on its way. */
  held: boolean;
  /** What its editor gets. */
  field: RichEditorProps;
  submit(): void;
  cancel(): void;
  goOn(): void;
}

/**
 * The reply that is being written on this page, whatever it is written with. `onRefused`: there is
 * something to mend in the text.
 */
export function useReply(
  { threadId, forumId, page }: EditorProps,
  onRefused: () => void,
): WrittenReply {
  const { t } = useTexts();
  const { html, quote } = useStore($draft);
  const form = useForm(
    { html },
    {
      html: ({ html }) => {
        if (html === '') return t('composer.empty');
        const over = html.length - MESSAGE_MAX;
        return over > 0 ? t('composer.tooLong', { count: over }) : undefined;
      },
    },
  );
  const [uploading, setUploading] = useState(0);
  const [held, setHeld] = useState(false);
  const { sending, send, cancel, goOn } = useSending(showWritten);
  const wait = useSecondsTo(sending.step === 'refused' ? sending.failure.retryAt : undefined);

  async function showWritten(reply: NewReply, written: Written): Promise<boolean> {
    dropDraft();
    form.reset();
    return written.page === page && showOwn(reply, written).catch(() => false);
  }

  function submit(): void {
    if (wait > 0) return;
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
    goOn();
    if (written.length > MESSAGE_MAX) form.touch('html');
  }

  const pending = sending.step === 'pending';
  return {
    quote,
    sending,
    pending,
    wait,
    problem: form.problems.html,
    held: held && uploading > 0,
    field: {
      value: html,
      onChange: change,
      label: t('composer.label'),
      placeholder: t('composer.placeholder'),
      disabled: pending,
      invalid: form.problems.html !== undefined,
      ...(form.problems.html ? { describedBy: 'reply-problem' } : {}),
      onSubmit: submit,
      onPending: setUploading,
      ...(sending.step === 'refused' && sending.failure.code === 'verify'
        ? { wrongWords: sending.failure.payload as string[] }
        : {}),
    },
    submit,
    cancel,
    goOn,
  };
}
