import { useStore } from '@nanostores/react';
import { $unsentWrites } from '#client/outbox/store-in-outbox.ts';
import { useIsOffline } from './use-is-offline.ts';
import { useTexts } from './use-texts.ts';

/** Says when a queued text is sent and if the page may be closed. `key`: in the outbox. */
export function useResumingText(key: string | undefined): string {
  const { t } = useTexts();
  const sender = useStore($unsentWrites)[key ?? ''];
  const reason = useIsOffline() ? 'composer.offline' : 'composer';
  if (!sender) return t(`${reason}.resumes`);
  return t(`${reason}.${sender === 'worker' ? 'resumesClosed' : 'resumesNextVisit'}`);
}
