import { adminPath } from '#contracts/admin.ts';
import type { AdminMailWire } from '#contracts/wire/mail.ts';
import { formatDuration, formatNumber } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The queue, and what became of the letters of the last day. */
export function MailMetrics({ mail }: { mail: AdminMailWire }) {
  const { t, lang } = useTexts();
  const numbers = [
    ['waiting', formatNumber(lang, mail.waiting)],
    ['oldest', mail.oldest > 0.5 ? formatDuration(lang, mail.oldest) : '–'],
    ['sent', formatNumber(lang, mail.sent)],
    ['failed', formatNumber(lang, mail.failed)],
    ['stopped', formatNumber(lang, mail.stopped)],
  ] as const;
  return (
    <dl className="metrics">
      {numbers.map(([name, text]) => (
        <div key={name}>
          <dt>{t(`admin.mail.${name}`)}</dt>
          <dd>
            <b className="num">{text}</b>
            {name === 'failed' && mail.failed > 0 && (
              <a className="link" href={adminPath('mail', '', { state: 'failed' })}>
                {t('admin.mail.showFailed')}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
