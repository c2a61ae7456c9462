import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { useTexts } from '../ui/text.ts';
import { Outcome } from './Outcome.tsx';
import type { Saving } from './saving.ts';

interface Props {
  /** Names the choices. */
  title: string;
  saving: Saving;
  /** Below the choices. */
  hint?: string;
  onSubmit(): Promise<unknown>;
  /** The choices, each a label. */
  children: ReactNode;
}

/** A form of choices, with its button and what came of saving. */
export function Choices({ title, saving, hint, onSubmit, children }: Props) {
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
        <Button type="submit" idle={saving.step === 'pending'}>
          {t('settings.save')}
        </Button>
        <Outcome {...saving} />
      </div>
    </form>
  );
}
