import { loadMyThreads } from '#client/account/my-content.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MyWritten } from './MyList.tsx';
import { ThreadRow } from './ThreadRow.tsx';

/** The reader's threads, including withheld ones. */
export default function MyThreads() {
  const { t, root } = useTexts();
  const none = (
    <EmptyState title={t('user.emptyThreads.title')} text={t('own.emptyThreads')}>
      <a className="btn" href={clientPagePath(root, 'new')}>
        {t('clientPage.new')}
      </a>
    </EmptyState>
  );
  return (
    <MyWritten memberPage="me/threads" load={loadMyThreads} none={none}>
      {(threads) => (
        <ul className="rows">
          {threads.map((thread) => (
            <li key={thread.id} className="row">
              <ThreadRow thread={thread} isOwnList />
            </li>
          ))}
        </ul>
      )}
    </MyWritten>
  );
}
