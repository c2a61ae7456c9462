import type { ModeratedThread } from '#client/moderation/moderator-view.ts';
import { threadPath } from '#contracts/paths.ts';
import { UserHtml } from '../components/UserHtml.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from './AppendPortal.tsx';
import { WithheldReasonNote } from './WithheldReasonNote.tsx';

/** A withheld thread at its address, with the reason and actions (R20). */
export default function WithheldThread({ thread }: { thread: ModeratedThread }) {
  const { t, root } = useTexts();
  const { why, user } = thread;
  const page = document.querySelector('.problem');
  if (!page || why === null) return null;
  return (
    <AppendPortal in={page.parentElement as Element} className="wrap withheld-thread">
      <section aria-labelledby="withheld-thread">
        <p className="meta">{t('moderation.onlyYou')}</p>
        <h2 id="withheld-thread">{thread.subject}</h2>
        <p className="withheld-note">
          <WithheldReasonNote why={why} by={thread.by} kind="thread" id={thread.id} />
        </p>
        {why === 'merged' ? (
          <a className="link" href={threadPath(root, thread.merged_into)}>
            {t('moderation.merge.see')}
          </a>
        ) : (
          <>
            <p>
              <UserLink user={user} />
            </p>
            <UserHtml html={thread.message} />
          </>
        )}
      </section>
    </AppendPortal>
  );
}
