import { useTexts } from '../../hooks/use-texts.ts';
import { MailTest } from '../mail/MailTest.tsx';
import { CopyField } from './CopyField.tsx';

const SAMPLE_VARIABLES = `SMTP_URL=smtps://user:password@mail.example.com
MAIL_FROM=forum@example.com`;

/** Whether mail is sent, tried by a letter to the administrator. */
export function MailStep({ isSet, onDone }: { isSet: boolean; onDone(): void }) {
  const { t } = useTexts();
  if (!isSet)
    return (
      <>
        <p>{t('admin.setup.mail.unset')}</p>
        <CopyField label={t('admin.setup.mail.variables')} value={SAMPLE_VARIABLES} />
      </>
    );
  return (
    <>
      <p>{t('admin.setup.mail.set')}</p>
      <MailTest onDone={onDone} />
    </>
  );
}
