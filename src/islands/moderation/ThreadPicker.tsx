import { useEffect, useState } from 'react';
import type { Failure } from '#stores/client/failure.ts';
import {
  findThreadCandidates,
  type ThreadCandidate,
} from '#stores/moderation/thread-candidates.ts';
import { FormError } from '../components/FormError.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from '../thread-form/LabelledField.tsx';

/** Milliseconds without a key before it is looked for. */
const TYPING_PAUSE_MS = 300;

interface Props {
  /** The thread that is to go elsewhere: it isn't offered. */
  excludedId: number;
  chosen: number | undefined;
  problem: string | undefined;
  onChoose(id: number | undefined): void;
}

/** Finds a thread by its address, its number, or words of its subject. */
export function ThreadPicker({ excludedId, chosen, problem, onChoose }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly ThreadCandidate[]>();
  const [refused, setRefused] = useState<Failure>();
  const wanted = text.trim();
  useEffect(() => {
    setFound(undefined);
    setRefused(undefined);
    if (wanted === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      findThreadCandidates(wanted).then(
        (candidates) => isCurrent && setFound(candidates.filter(({ id }) => id !== excludedId)),
        (failure: Failure) => isCurrent && setRefused(failure),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, excludedId]);
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
      {refused && <FormError failure={refused} />}
      <fieldset
        className="field choices candidates"
        aria-busy={wanted !== '' && !found && !refused}
      >
        <legend className="vh">{t('moderation.merge.found')}</legend>
        {found?.length === 0 && <p className="hint">{t('moderation.merge.none')}</p>}
        {found?.map(({ id, subject }) => (
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
