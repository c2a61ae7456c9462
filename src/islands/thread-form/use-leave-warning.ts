import { useEffect } from 'react';
import { threadDraft } from '#stores/drafts/thread-draft.ts';

/** Asks whoever leaves while what they wrote is on this page alone. */
export function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (threadDraft.$state.get().step === 'failed') event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}
