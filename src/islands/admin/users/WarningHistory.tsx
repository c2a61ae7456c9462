import { replyPermalink, threadPath } from '#contracts/paths.ts';
import type { AdminWarningWire } from '#contracts/wire/admin-user.ts';
import { Button } from '../../components/Button.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';

interface Props {
  warnings: readonly AdminWarningWire[];
  onWithdraw(warning: AdminWarningWire): void;
}

/** All warnings of a user, newest first, with how many count (R29). */
export function WarningHistory({ warnings, onWithdraw }: Props) {
  const { t, lang } = useTexts();
  const activeCount = warnings.filter((one) => !one.withdrawn_at).length;
  return (
    <section className="block">
      <header>
        <h2>{t('admin.users.warned')}</h2>
        {warnings.length > 0 && (
          <p className="meta">{t('admin.users.counting', { count: activeCount })}</p>
        )}
      </header>
      {warnings.length === 0 && <p className="hint">{t('admin.users.noWarnings')}</p>}
      <ul className="keys">
        {warnings.map((warning) => (
          <li key={warning.id} data-past={warning.withdrawn_at ? '' : undefined}>
            <div>
              <b lang={foreignLang(lang, warning.note)}>{warning.note}</b>
              <p className="meta dots">
                <a
                  href={
                    warning.post_id
                      ? replyPermalink(lang, warning.thread_id, warning.post_id)
                      : threadPath(lang, warning.thread_id)
                  }
                  lang={foreignLang(lang, warning.subject)}
                >
                  {warning.subject}
                </a>
                <span>{t('admin.users.by', { name: warning.by.nickname })}</span>
                <RelativeTime at={warning.created_at} />
              </p>
            </div>
            {warning.withdrawn_at ? (
              <span className="meta">
                {t('admin.users.withdrawnBy', { name: warning.withdrawn_by ?? '–' })}
              </span>
            ) : (
              <Button
                className="small"
                aria-label={t('admin.users.withdrawOne', { note: warning.note })}
                onClick={() => onWithdraw(warning)}
              >
                {t('admin.users.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
