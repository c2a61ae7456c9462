import { useEffect, useState } from 'react';
import type { Failure } from '#stores/failure.ts';
import { type Candidate, findCandidates } from '#stores/moderation/candidates.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';
import { Field, fieldAria } from '../writing/Field.tsx';

/** Milliseconds without a key before it is looked for. */
const PAUSE = 300;

interface Props {
  /** The thread that is to go elsewhere: it isn't offered. */
  own: number;
  chosen: number | undefined;
  problem: string | undefined;
  onChoose(id: number | undefined): void;
}

/** Finds a thread by its address, its number, or words of its subject. */
export function FindThread({ own, chosen, problem, onChoose }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Candidate[]>();
  const [refused, setRefused] = useState<Failure>();
  const wanted = text.trim();
  useEffect(() => {
    setFound(undefined);
    setRefused(undefined);
    if (wanted === '') return undefined;
    let waited = true;
    const timer = setTimeout(() => {
      findCandidates(wanted).then(
        (candidates) => waited && setFound(candidates.filter(({ id }) => id !== own)),
        (failure: Failure) => waited && setRefused(failure),
      );
    }, PAUSE);
    return () => {
      waited = false;
      clearTimeout(timer);
    };
  }, [wanted, own]);
  return (
    <>
      <Field id="merge-into" label={t('moderation.merge.into')} problem={problem}>
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
      </Field>
      {refused && <Refusal failure={refused} />}
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
