import { roomPath } from '#contracts/paths.ts';
import { ownThreads } from '#stores/own.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';
import { OwnWritten } from './OwnList.tsx';
import { ThreadRow } from './ThreadRow.tsx';

/** Threads that the reader began, with those that others don't see. */
export default function OwnThreads() {
  const { t, root } = useTexts();
  const none = (
    <State title={t('user.emptyThreads.title')} text={t('own.emptyThreads')}>
      <a className="btn" href={roomPath(root, 'new')}>
        {t('room.new')}
      </a>
    </State>
  );
  return (
    <OwnWritten room="me/threads" load={ownThreads} none={none}>
      {(threads) => (
        <ul className="rows">
          {threads.map((thread) => (
            <li key={thread.id} className="row">
              <ThreadRow thread={thread} />
            </li>
          ))}
        </ul>
      )}
    </OwnWritten>
  );
}
