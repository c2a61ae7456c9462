import { useEffect } from 'react';
import { threadDraft } from '#client/drafts/thread-draft.ts';

/** Warns before leaving while unsaved text is on this page alone. */
export function useLeaveWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (threadDraft.$state.get().step === 'failed') event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}
