import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { findThreadCandidates } from '#client/moderation/thread-candidates.ts';
import { FormError } from '../components/FormError.tsx';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from '../thread-form/LabelledField.tsx';

interface Props {
  /** The thread that is moved: it isn't offered. */
  excludedId: number;
  chosen: number | undefined;
  problem: string | undefined;
  onChoose(id: number | undefined): void;
}

/** Picks a thread by its address, its id or words of its subject. */
export function ThreadPicker({ excludedId, chosen, problem, onChoose }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { value, failure } = useQuery(wanted || undefined, () => findThreadCandidates(wanted), {
    debounceMs: TYPING_PAUSE_MS,
  });
  const candidates = value?.filter(({ id }) => id !== excludedId);
  return (
    <>
      <LabelledField id="merge-into" label={t('moderation.merge.into')} problem={problem}>
        <input
          {...fieldAria('merge-into', problem)}
          type="search"
          autoComplete="off"
          placeholder={t('moderation.merge.hint')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            onChoose(undefined);
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </LabelledField>
      {failure instanceof Failure && <FormError failure={failure} />}
      <fieldset
        className="field choices candidates"
        aria-busy={wanted !== '' && !value && !failure}
      >
        <legend className="vh">{t('moderation.merge.found')}</legend>
        {candidates?.length === 0 && <p className="hint">{t('moderation.merge.none')}</p>}
        {candidates?.map(({ id, subject }) => (
          <label key={id}>
            <input
              type="radio"
              name="merge"
              checked={chosen === id}
              onChange={() => onChoose(id)}
            />
            <span>
              {subject} <span className="meta num">{id}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
