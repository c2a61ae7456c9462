import { roomPath } from '#contracts/paths.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';

/** After sending: a moderator looks at it first. */
export function Held() {
  const { t, root } = useTexts();
  return (
    <div role="status">
      <State title={t('writing.held.title')} text={t('writing.held.text')}>
        <a className="btn" href={roomPath(root, 'me/threads')}>
          {t('writing.held.action')}
        </a>
      </State>
    </div>
  );
}
