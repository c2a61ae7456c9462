import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import { roomPath } from '#contracts/paths.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import type { DraftState } from '#stores/draft-keeper.ts';
import { loginAddress } from '#stores/page.ts';
import { Icon } from './Icon.tsx';
import { useTexts } from './text.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

/**
 * How long ago a draft was saved; counts on by itself. Screen readers hear of the saving, not of
 * each second.
 */
function Since({ at }: { at: number }) {
  const { t, lang } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - at);
  const seconds = Math.floor(passed / SECOND);
  return (
    <span aria-hidden="true">
      {' '}
      ·{' '}
      {passed < MINUTE && seconds > 0
        ? t('draft.secondsAgo', { n: seconds })
        : relativeTime(lang, at, now)}
    </span>
  );
}

/** Where the draft is safe, in one line. */
export function DraftLine({ state: $state }: { state: ReadableAtom<DraftState> }) {
  const { t, root } = useTexts();
  const state = useStore($state);
  const said = {
    none: () => '',
    unsaved: () => t('draft.saving'),
    saved: () => t('composer.draftSaved'),
    here: () => state.step === 'here' && t(`draft.here.${state.why}`),
    failed: () => t('composer.draftFailed'),
  }[state.step]();
  const warns = state.step === 'here' || state.step === 'failed';
  return (
    <p className={warns ? 'paused grow' : 'grow'}>
      {warns && <Icon name="warn" />}
      <span role="status">{said}</span>
      {state.step === 'saved' && <Since key={state.at} at={state.at} />}
      {state.step === 'here' && state.why === 'login' && (
        <a className="link" href={loginAddress()} rel="nofollow">
          {t('account.login')}
        </a>
      )}
      {state.step === 'here' && state.why === 'limit' && (
        <a className="link" href={roomPath(root, 'me/drafts')}>
          {t('room.drafts')}
        </a>
      )}
    </p>
  );
}
