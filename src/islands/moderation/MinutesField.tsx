import { formatDuration } from '#i18n/format.ts';
import { Options } from '../components/Options.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { LabelledField } from '../thread-form/LabelledField.tsx';

/** The offered minutes by input; 0 is without end. */
const CHOICES = {
  duration: [0, 60, 720, 1_440, 4_320, 10_080, 43_200],
  pause: [1, 5, 15, 60, 240, 1_440],
} as const;
export const FIRST_PAUSE_MINUTES = 5;

interface Props {
  /** How long a thread is closed, or the interval of its slow mode. */
  input: keyof typeof CHOICES;
  value: number;
  onChange(minutes: number): void;
}

export function MinutesField({ input, value, onChange }: Props) {
  const { t, lang } = useTexts();
  const id = `minutes-${input}`;
  return (
    <LabelledField id={id} label={t(`moderation.minutes.${input}`)}>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        <Options
          values={CHOICES[input]}
          label={(minutes) =>
            minutes === 0 ? t('moderation.minutes.endless') : formatDuration(lang, minutes * 60)
          }
        />
      </select>
    </LabelledField>
  );
}
