import type { ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import type { Submission } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus } from './SaveStatus.tsx';

interface Props {
  /** The legend of the choices. */
  title: string;
  saving: Submission;
  /** Below the choices. */
  hint?: string;
  onSubmit(): Promise<unknown>;
  /** The choices; each is a label. */
  children: ReactNode;
}

/** A form of choices, with its button and the status of saving. */
export function ChoicesForm({ title, saving, hint, onSubmit, children }: Props) {
  const { t } = useTexts();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <fieldset className="field choices">
        <legend className="vh">{title}</legend>
        {children}
      </fieldset>
      {hint && <p className="hint">{hint}</p>}
      <div className="done">
        <Button type="submit" isInactive={saving.step === 'pending'}>
          {t('settings.save')}
        </Button>
        <SaveStatus {...saving} />
      </div>
    </form>
  );
}
