import { FormError } from '../components/FormError.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { ReplyForm } from './use-reply.ts';

/** The reasons why a reply can't be sent, below its text. */
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
