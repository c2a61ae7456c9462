import type { PollResult } from '#contracts/page-model.ts';
import { PollHead, PollResults } from '#islands/components/PollView.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { contentVersion } from './content-version.ts';

export function Poll({ poll, threadId }: { poll: PollResult; threadId: number }) {
  const { t } = useTexts();
  return (
    <section
      className="poll"
      id="poll"
      data-slot="poll"
      data-thread={threadId}
      data-version={contentVersion(null, poll)}
    >
      <PollHead poll={poll} />
      <PollResults poll={poll} />
      {!poll.expired && (
        <button className="btn" type="button" data-act="vote">
          {t('poll.vote')}
        </button>
      )}
    </section>
  );
}
