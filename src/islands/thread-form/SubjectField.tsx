import { countCharacters } from '#contracts/characters.ts';
import { MAX_SUBJECT_CHARACTERS } from '#contracts/limits.ts';
import { normalizeLine } from '#contracts/text-lines.ts';
import { foreignLang } from '../components/foreign-lang.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from './LabelledField.tsx';

interface Props {
  value: string;
  problem?: string | undefined;
  isInactive: boolean;
  onChange(value: string): void;
  onLeave(): void;
}

/** Screen readers announce the characters left below this number. */
const ANNOUNCE_LEFT_BELOW = 5;

/** The subject, shown in full, with a count of graphemes (R23). */
export function SubjectField({ value, problem, isInactive, onChange, onLeave }: Props) {
  const { t, lang } = useTexts();
  const count = countCharacters(normalizeLine(value));
  const left = MAX_SUBJECT_CHARACTERS - count;
  return (
    <LabelledField
      id="thread-subject"
      label={t('writing.subject')}
      problem={problem}
      labelEnd={
        <>
          <span className={left < 0 ? 'num wrong' : 'num hint'} aria-hidden="true">
            {count} / {MAX_SUBJECT_CHARACTERS}
          </span>
          <span className="vh" role="status">
            {left < ANNOUNCE_LEFT_BELOW && left >= 0 ? t('writing.left', { count: left }) : ''}
          </span>
        </>
      }
    >
      <textarea
        {...fieldAria('thread-subject', problem)}
        className="subject"
        rows={1}
        lang={value === '' ? undefined : foreignLang(lang, value)}
        autoComplete="off"
        enterKeyHint="next"
        readOnly={isInactive}
        placeholder={t('writing.subjectHint')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
        onBlur={onLeave}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </LabelledField>
  );
}
