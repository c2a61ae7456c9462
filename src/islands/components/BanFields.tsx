import { type ReactNode, useId } from 'react';
import type { Lang } from '#contracts/language.ts';
import { zoneName } from '#i18n/format.ts';
import { BAN_LENGTHS_DAYS, type BanForm, type BanTerms } from '../hooks/use-ban-form.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Radios } from './Choices.tsx';
import { FieldProblem } from './FormError.tsx';
import { Field, SelectField, toChoices } from './form-fields.tsx';
import ReasonField from './ReasonField.tsx';

interface Props {
  form: BanForm;
  /** The user's language, for the canned reasons. */
  authorLang?: Lang | undefined;
  /** Fields that hide posts of the banned user. */
  children?: ReactNode;
}

/** The fields of a ban: start, end, hidden posts, reason (R29). The user is always notified. */
export function BanFields({ form, authorLang, children }: Props) {
  const { terms, change, problems, touch, timeZone } = form;
  const { t } = useTexts();
  const id = useId();
  const { begin, days, end, hide, note } = terms;
  const zone = zoneName(timeZone);
  return (
    <>
      <div className="two">
        <Field label={t('moderation.ban.begin')} hint={t('moderation.ban.beginHint', { zone })}>
          {(controlProps) => (
            <input
              {...controlProps}
              type="datetime-local"
              value={begin}
              onChange={({ currentTarget }) => change({ begin: currentTarget.value })}
            />
          )}
        </Field>
        <SelectField
          label={t('moderation.ban.lasts')}
          value={days}
          options={[
            ...toChoices<BanTerms['days']>(BAN_LENGTHS_DAYS, (day) =>
              day === 0 ? t('moderation.ban.forever') : t('moderation.ban.days', { count: day }),
            ),
            ['at', t('moderation.ban.until')],
          ]}
          onChange={(chosen) => change({ days: chosen })}
        />
      </div>
      {days === 'at' && (
        <div className="field" data-invalid={problems.end ? '' : undefined}>
          <label htmlFor={`${id}-end`}>{t('moderation.ban.end', { zone })}</label>
          <input
            id={`${id}-end`}
            type="datetime-local"
            value={end}
            aria-invalid={problems.end !== undefined}
            aria-describedby={problems.end ? `${id}-end-problem` : undefined}
            onBlur={() => touch('end')}
            onChange={({ currentTarget }) => change({ end: currentTarget.value })}
          />
          <FieldProblem id={`${id}-end-problem`}>{problems.end}</FieldProblem>
        </div>
      )}
      <fieldset className="field choices">
        <legend>{t('moderation.ban.content')}</legend>
        <Radios
          name={`${id}-hide`}
          options={['keep', 'hide']}
          chosen={hide ? 'hide' : 'keep'}
          onChoose={(option) => change({ hide: option === 'hide' })}
          label={(option) => t(`moderation.ban.${option}`)}
        />
        {children}
      </fieldset>
      <ReasonField
        value={{ note, notify: true }}
        onChange={(because) => change({ note: because.note })}
        isAlwaysNotified
        authorLang={authorLang}
        problem={problems.note}
      />
    </>
  );
}
