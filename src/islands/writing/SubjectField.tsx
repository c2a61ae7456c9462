import { countCharacters, lineOf, SUBJECT_MAX } from '#contracts/limits.ts';
import { useTexts } from '../ui/text.ts';
import { Field, fieldAria } from './Field.tsx';

interface Props {
  value: string;
  problem?: string | undefined;
  idle: boolean;
  onChange(value: string): void;
  onLeave(): void;
}

/** Characters to its end at which the counter is told to screen readers. */
const NEAR = 5;

/** The subject, counted as people count (R23). */
export function SubjectField({ value, problem, idle, onChange, onLeave }: Props) {
  const { t } = useTexts();
  const count = countCharacters(lineOf(value));
  const left = SUBJECT_MAX - count;
  return (
    <Field
      id="thread-subject"
      label={t('writing.subject')}
      problem={problem}
      beside={
        <>
          <span className={left < 0 ? 'num wrong' : 'num hint'} aria-hidden="true">
            {count} / {SUBJECT_MAX}
          </span>
          <span className="vh" role="status">
            {left < NEAR && left >= 0 ? t('writing.left', { count: left }) : ''}
          </span>
        </>
      }
    >
      <input
        {...fieldAria('thread-subject', problem)}
        className="subject"
        autoComplete="off"
        enterKeyHint="next"
        readOnly={idle}
        placeholder={t('writing.subjectHint')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </Field>
  );
}
