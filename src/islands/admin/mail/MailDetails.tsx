import type { AdminMailWire } from '#contracts/wire/mail.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** By which server letters leave, in whose name, and why the last one that failed did. */
export function MailDetails({ mail }: { mail: AdminMailWire }) {
  const { t } = useTexts();
  return (
    <dl className="details">
      <div>
        <dt>{t('admin.mail.server')}</dt>
        <dd>{mail.server}</dd>
      </div>
      <div>
        <dt>{t('admin.mail.from')}</dt>
        <dd>{mail.from}</dd>
      </div>
      <div>
        <dt>{t('admin.mail.replyTo')}</dt>
        <dd>{mail.reply_to || <span className="meta">{t('admin.mail.notSet')}</span>}</dd>
      </div>
      {mail.error && (
        <div>
          <dt>{t('admin.mail.error')}</dt>
          <dd>
            <code>{mail.error}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
