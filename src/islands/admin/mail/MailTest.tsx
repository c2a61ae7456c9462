import { useState } from 'react';
import { call } from '#client/core/api.ts';
import type { CallReply } from '#contracts/calls/calls.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/FormError.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** What the environment says of mail, with sample values. */
export const MAIL_VARIABLES = `SMTP_URL=smtps://user:password@mail.example.com
MAIL_FROM=forum@example.com`;

/** Sends a letter to the administrator who asks, and says what the mail server made of it. */
export function MailTest({ onDone }: { onDone(): void }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<CallReply<'POST /v2/admin/mail/test'>>();
  const { step, failure, run } = useSubmit();
  const isSending = step === 'pending';
  const send = () =>
    run(async () => {
      setOutcome(undefined);
      setOutcome(await call('POST /v2/admin/mail/test'));
      onDone();
    });
  const hasArrived = outcome?.error === '';
  return (
    <div className="row">
      <Button isInactive={isSending} onClick={() => void send()}>
        {isSending ? t('admin.mail.testing') : t('admin.mail.test')}
      </Button>
      <p role="status">
        {hasArrived && (
          <span className="dot done">{t('admin.mail.accepted', { address: outcome.address })}</span>
        )}
      </p>
      {outcome && !hasArrived && (
        <p role="alert">
          <span className="dot failed">
            {outcome.address === ''
              ? t('admin.mail.noAddress')
              : t('admin.mail.refused', { address: outcome.address })}
          </span>{' '}
          {outcome.address !== '' && <code>{outcome.error}</code>}
        </p>
      )}
      {failure && <FormError failure={failure} />}
    </div>
  );
}
