import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';

export interface SaveState {
  step: 'idle' | 'pending' | 'saved';
  failure: Failure | undefined;
  /** Runs a save, one at a time; resolves to whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Clears the status when the form is changed. */
  clearOutcome(): void;
}

/** The state of saving one form. */
export function useSave(): SaveState {
  const [state, setState] = useState<Pick<SaveState, 'step' | 'failure'>>({
    step: 'idle',
    failure: undefined,
  });
  return {
    ...state,
    async run(work) {
      if (state.step === 'pending') return false;
      setState({ step: 'pending', failure: undefined });
      try {
        await work();
        setState({ step: 'saved', failure: undefined });
        return true;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        setState({ step: 'idle', failure: error });
        return false;
      }
    },
    clearOutcome: () =>
      setState((now) => (now.step === 'pending' ? now : { step: 'idle', failure: undefined })),
  };
}
