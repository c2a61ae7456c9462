import { Radio } from '../components/Choices.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  threads: readonly { id: number; subject: string }[];
  chosen: number | undefined;
  onChoose(id: number): void;
}

/** Picks the thread into which the others are merged, the oldest first (R23). */
export function MergeTarget({ threads, chosen, onChoose }: Props) {
  const { t, lang } = useTexts();
  return (
    <fieldset className="field choices merge-targets">
      <legend>{t('moderation.merge.into')}</legend>
      {threads
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, subject }) => (
          <Radio key={id} name="merge" checked={chosen === id} onChoose={() => onChoose(id)}>
            <span>
              <span lang={foreignLang(lang, subject)}>{subject}</span>{' '}
              {subject !== String(id) && <span className="meta num">{id}</span>}
            </span>
          </Radio>
        ))}
    </fieldset>
  );
}
