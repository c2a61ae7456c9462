import { useId } from 'react';
import type { ActionReason as Reason } from '#client/moderation/action-reason.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Check } from './Choices.tsx';
import { FieldProblem } from './FormError.tsx';

/** Frequent reasons for actions on posts. */
const PRESET_REASONS = [
  'spam',
  'offTopic',
  'duplicate',
  'abuse',
  'illegal',
  'privacy',
  'place',
] as const;

interface Props {
  value: Reason;
  onChange(value: Reason): void;
  /** Authors are notified in any case: there is no checkbox. */
  isAlwaysTold?: boolean;
  /** Whether the frequent reasons are offered. */
  hasPresets?: boolean;
  /** The problem of the field. */
  problem?: string | undefined;
}

/** The reason of a moderator's action, and whether the author is notified. */
export default function ReasonField({
  value: { note, notify },
  onChange,
  isAlwaysTold = false,
  hasPresets = true,
  problem,
}: Props) {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset className="because">
      <legend className="vh">{t('moderation.reason.label')}</legend>
      <div className="field" data-invalid={problem ? '' : undefined}>
        <label htmlFor={id}>
          {t(isAlwaysTold ? 'moderation.reason.needed' : 'moderation.reason.label')}
        </label>
        <div className="presets" hidden={!hasPresets}>
          {PRESET_REASONS.map((preset) => {
            const text = t(`moderation.reason.presets.${preset}`);
            return (
              <button
                key={preset}
                type="button"
                aria-pressed={note === text}
                onClick={() => onChange({ note: note === text ? '' : text, notify })}
              >
                {text}
              </button>
            );
          })}
        </div>
        <textarea
          id={id}
          rows={2}
          maxLength={MAX_REASON_CHARACTERS}
          value={note}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value, notify })}
        />
        <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>
      </div>
      {isAlwaysTold ? (
        <p className="hint">{t('moderation.told')}</p>
      ) : (
        <Check
          className="check"
          checked={notify}
          onChange={(checked) => onChange({ note, notify: checked })}
        >
          {t('moderation.notify')}
        </Check>
      )}
    </fieldset>
  );
}
