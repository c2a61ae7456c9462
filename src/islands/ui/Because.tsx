import { useId } from 'react';
import { NOTE_MAX } from '#contracts/limits.ts';
import type { Because as Reason } from '#stores/moderation/acts.ts';
import { useTexts } from './text.ts';

/** What posts are mostly acted on for. */
const PRESETS = ['spam', 'offTopic', 'duplicate', 'abuse', 'illegal', 'privacy', 'place'] as const;

interface Props {
  value: Reason;
  onChange(value: Reason): void;
  /** Authors are told in any case. */
  alwaysTold?: boolean;
  /** Whether what posts are mostly acted on for is offered. */
  presets?: boolean;
  /** What is wrong with it. */
  problem?: string | undefined;
}

/** Why a moderator does something, and whether the author is told. */
export default function Because({
  value: { note, notify },
  onChange,
  alwaysTold = false,
  presets = true,
  problem,
}: Props) {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset className="because">
      <legend className="vh">{t('moderation.reason.label')}</legend>
      <div className="field" data-invalid={problem ? '' : undefined}>
        <label htmlFor={id}>
          {t(alwaysTold ? 'moderation.reason.needed' : 'moderation.reason.label')}
        </label>
        <div className="presets" hidden={!presets}>
          {PRESETS.map((preset) => {
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
          maxLength={NOTE_MAX}
          value={note}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ currentTarget }) => onChange({ note: currentTarget.value, notify })}
        />
        {problem && (
          <p className="wrong" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
      </div>
      {alwaysTold ? (
        <p className="hint">{t('moderation.told')}</p>
      ) : (
        <label className="check">
          <input
            type="checkbox"
            checked={notify}
            onChange={({ currentTarget }) => onChange({ note, notify: currentTarget.checked })}
          />
          {t('moderation.notify')}
        </label>
      )}
    </fieldset>
  );
}
