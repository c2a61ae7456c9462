import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { call } from '#client/core/api.ts';
import type { CallReply } from '#contracts/calls/calls.ts';
import { isMailAddress, MAX_MAIL_ADDRESS } from '#contracts/mail-address.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/FormError.tsx';
import { Field } from '../../components/form-fields.tsx';
import { onFormSubmit, useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The environment variables of mail, with sample values. */
export const MAIL_VARIABLES = `SMTP_URL=smtps://user:password@mail.example.com
MAIL_FROM=forum@example.com`;

/** Sends a test mail to any address, and shows the reply of the mail server. */
export function MailTest({ isPrimary = false, onDone }: { isPrimary?: boolean; onDone(): void }) {
  const { t } = useTexts();
  const own = useStore($currentAdmin)?.address ?? '';
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<CallReply<'POST /v2/admin/mail/test'>>();
  const { step, failure, run } = useSubmit();
  const address = (typed ?? own).trim();
  const isSending = step === 'pending';
  const send = () =>
    run(async () => {
      setOutcome(undefined);
      if (!isMailAddress(address)) {
        setProblem(t('admin.mail.receiverProblem'));
        return false;
      }
      setOutcome(await call('POST /v2/admin/mail/test', { body: { address } }));
      onDone();
      return true;
    });
  const isAccepted = outcome?.error === '';
  return (
    <form className="mail-test" noValidate onSubmit={onFormSubmit(send)}>
      <Field label={t('admin.mail.receiver')} problem={problem}>
        {(controlProps) => (
          <input
            {...controlProps}
            type="email"
            autoComplete="email"
            maxLength={MAX_MAIL_ADDRESS}
            value={typed ?? own}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" isPrimary={isPrimary} isInactive={isSending}>
          {isSending ? t('admin.mail.testing') : t('admin.mail.test')}
        </Button>
        <p role="status">
          {isAccepted && (
            <span className="dot done">
              {t('admin.mail.accepted', { address: outcome.address })}
            </span>
          )}
        </p>
      </div>
      {outcome && !isAccepted && (
        <p role="alert">
          <span className="dot failed">
            {t('admin.mail.refused', { address: outcome.address })}
          </span>{' '}
          <code>{outcome.error}</code>
        </p>
      )}
      {failure && <FormError failure={failure} />}
    </form>
  );
}
