import { useStore } from '@nanostores/react';
import { $kept } from '#client/outbox/keep-in-outbox.ts';
import { useIsOffline } from './use-is-offline.ts';
import { useTexts } from './use-texts.ts';

/**
 * A sentence about a text that is sent when the network or the API is back: whether its page may be
 * closed.
 * `key`: under which the outbox has it, if it does.
 */
export function useResumingText(key: string | undefined): string {
  const { t } = useTexts();
  const sender = useStore($kept)[key ?? ''];
  const reason = useIsOffline() ? 'composer.offline' : 'composer';
  if (!sender) return t(`${reason}.resumes`);
  return t(`${reason}.${sender === 'worker' ? 'resumesClosed' : 'resumesNextVisit'}`);
}
