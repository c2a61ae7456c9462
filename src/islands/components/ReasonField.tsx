import { useId } from 'react';
import type { ActionReason as Reason } from '#client/moderation/action-reason.ts';
import type { Lang } from '#contracts/language.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { CannedReasons } from './CannedReasons.tsx';
import { Check } from './Choices.tsx';
import { FieldProblem } from './FormError.tsx';
import { foreignLang } from './foreign-lang.ts';

interface Props {
  value: Reason;
  onChange(value: Reason): void;
  /** Hides the checkbox, because authors are always notified. */
  isAlwaysNotified?: boolean;
  /** The author's language, for the canned reasons. */
  authorLang?: Lang | undefined;
  /** Replaces the default label. */
  label?: string;
  /** Names the readers of the reason, replacing the checkbox. */
  hint?: string;
  hasPresets?: boolean;
  problem?: string | undefined;
}

/** A moderator's reason, and whether the author is notified. */
export default function ReasonField({
  value: { note, notify },
  onChange,
  isAlwaysNotified = false,
  authorLang,
  label,
  hint,
  hasPresets = true,
  problem,
}: Props) {
  const { t, lang } = useTexts();
  const id = useId();
  return (
    <fieldset className="reason-field">
      <legend className="vh">{label ?? t('moderation.reason.label')}</legend>
      <div className="field" data-invalid={problem ? '' : undefined}>
        <label htmlFor={id}>
          {label ?? t(isAlwaysNotified ? 'moderation.reason.needed' : 'moderation.reason.label')}
        </label>
        {hasPresets && (
          <CannedReasons
            value={note}
            onChange={(text) => onChange({ note: text, notify })}
            authorLang={authorLang}
          />
        )}
        <textarea
          id={id}
          rows={2}
          maxLength={MAX_REASON_CHARACTERS}
          value={note}
          lang={note ? foreignLang(lang, note) : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value, notify })}
        />
        <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>
      </div>
      {hint || isAlwaysNotified ? (
        <p className="hint">{hint ?? t('moderation.memberNotified')}</p>
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
