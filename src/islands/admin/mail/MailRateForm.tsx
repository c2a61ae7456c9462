import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { showToast } from '#client/core/toasts.ts';
import { MAIL_RATE } from '#contracts/mailing.ts';
import type { AdminMailWire } from '#contracts/wire/mail.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { NumberField } from '../form/form-fields.tsx';

interface Props {
  /** Letters a minute, as the server has it. */
  rate: number;
  onSaved(mail: AdminMailWire): void;
}

const isRate = (rate: number) =>
  Number.isInteger(rate) && rate >= MAIL_RATE.min && rate <= MAIL_RATE.max;

/** How many letters leave in a minute. What is typed stays when the health is loaded again. */
export function MailRateForm({ rate, onSaved }: Props) {
  const { t, lang } = useTexts();
  const [typed, setTyped] = useState<number>();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const reason = useErrorMessage(failure);
  const value = typed ?? rate;
  const limits = {
    min: formatNumber(lang, MAIL_RATE.min),
    max: formatNumber(lang, MAIL_RATE.max),
  };
  const { problems, touch, submit, reset } = useForm(
    { value },
    { value: (now) => (isRate(now.value) ? undefined : t('admin.mail.rateProblem', limits)) },
  );
  const save = async () => {
    if (!submit() || isSaving) return;
    setSaving(true);
    setFailure(undefined);
    try {
      onSaved(await call('PUT /v2/admin/mail', { body: { rate: value } }));
      setTyped(undefined);
      reset();
      showToast({ key: 'settings.saved' });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className="inline mail-rate"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NumberField
        label={t('admin.mail.rate')}
        hint={t('admin.mail.rateHint', limits)}
        min={MAIL_RATE.min}
        max={MAIL_RATE.max}
        value={value}
        problem={problems.value ?? reason}
        onBlur={() => typed !== undefined && touch('value')}
        onChange={(number) => {
          setTyped(number);
          setFailure(undefined);
        }}
      />
      <Button type="submit" isInactive={isSaving}>
        {isSaving ? t('admin.form.saving') : t('admin.form.save')}
      </Button>
    </form>
  );
}
