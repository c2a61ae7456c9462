import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import { loginUrl } from '#client/core/page-info.ts';
import type { DraftState } from '#client/drafts/draft-store.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { formatAgo } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Icon } from './Icon.tsx';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The age of a draft, updated every second. Screen readers announce only the saving. */
function SavedAgo({ at }: { at: number }) {
  const { t, lang } = useTexts();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - at);
  const seconds = Math.floor(passed / SECOND_MS);
  return (
    <span aria-hidden="true">
      {' '}
      ·{' '}
      {passed < MINUTE_MS && seconds > 0
        ? t('draft.secondsAgo', { n: seconds })
        : formatAgo(t, lang, passed)}
    </span>
  );
}

/** Where the draft is saved, in one line. */
export function DraftLine({ state: $state }: { state: ReadableAtom<DraftState> }) {
  const { t, root } = useTexts();
  const state = useStore($state);
  const text = {
    none: () => '',
    unsaved: () => t('draft.saving'),
    saved: () => t('composer.draftSaved'),
    here: () => state.step === 'here' && t(`draft.here.${state.why}`),
    failed: () => t('composer.draftFailed'),
  }[state.step]();
  const isWarning = state.step === 'here' || state.step === 'failed';
  return (
    <p className={isWarning ? 'paused grow' : 'grow'}>
      {isWarning && <Icon name="warn" />}
      <span role="status">{text}</span>
      {state.step === 'saved' && <SavedAgo key={state.at} at={state.at} />}
      {state.step === 'here' && state.why === 'login' && (
        <a className="link" href={loginUrl()} rel="nofollow">
          {t('account.login')}
        </a>
      )}
      {state.step === 'here' && state.why === 'limit' && (
        <a className="link" href={clientPagePath(root, 'me/drafts')}>
          {t('clientPage.drafts')}
        </a>
      )}
    </p>
  );
}
