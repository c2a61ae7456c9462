import type { Failure } from '#client/core/failure.ts';
import { replyPermalink, threadPath } from '#contracts/paths.ts';
import type { MergedIntoWire, RepeatedPostWire } from '#contracts/wire/requests.ts';
import { FormError } from '../components/FormError.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { ReplyForm } from './use-reply.ts';

/** Where a refused reply leads: to the post that says the same, or to the merged thread. */
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
      {sending.step === 'refused' && (
        <>
          <FormError failure={sending.failure} />
          <RefusalLink failure={sending.failure} />
        </>
      )}
    </>
  );
}
