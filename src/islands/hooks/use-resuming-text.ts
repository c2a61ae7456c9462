import { useStore } from '@nanostores/react';
import { $kept } from '#client/outbox/keep-in-outbox.ts';
import { useTexts } from './use-texts.ts';

/**
 * What is said of something that is sent when the API is back: whether its page may be closed.
 * `key`: under which the outbox has it, if it does.
 */
export function useResumingText(key: string | undefined): string {
  const { t } = useTexts();
  const sender = useStore($kept)[key ?? ''];
  if (!sender) return t('composer.resumes');
  return t(sender === 'worker' ? 'composer.resumesClosed' : 'composer.resumesNextVisit');
}
