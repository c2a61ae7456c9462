import { useStore } from '@nanostores/react';
import { $kept } from '#client/outbox/keep-in-outbox.ts';
import { formatDateTime } from '#i18n/format.ts';
import { FormError } from '../components/FormError.tsx';
import { ReportMenu } from '../components/ReportMenu.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { OutgoingLetter } from './use-outbox.ts';

interface Props {
  isOwn: boolean;
  html: string;
  /** When the letter was written; undefined while it is being sent. */
  at?: string;
  name: string;
  sending?: OutgoingLetter;
  onRetry?(): void;
  onTakeBack?(): void;
  /** Reports a letter of the other one. */
  onReport?(): void;
}

export function Letter({ isOwn, html, at, name, sending, onRetry, onTakeBack, onReport }: Props) {
  const { t, lang } = useTexts();
  const sender = useStore($kept)[sending?.key ?? ''];
  return (
    <li className={isOwn ? 'letter own' : 'letter'}>
      <span className="vh">{isOwn ? t('letters.you') : name}</span>
      <UserHtml html={html} className="said" />
      {at && (
        <time className="meta num" dateTime={at} data-full="clock">
          {formatDateTime(lang, new Date(at)).slice(-'HH:mm'.length)}
        </time>
      )}
      {onReport && <ReportMenu label={t('letters.menu', { name })} onReport={onReport} />}
      {sending && !sending.failure && (
        <span className="meta" role="status">
          {t('letters.sending')}
        </span>
      )}
      {sending?.failure && (
        <div className="failed">
          {sending.failure.isApiDown ? (
            <>
              <p className="wrong" role="alert">
                {t('letters.notSent')}
              </p>
              {sender && (
                <p className="meta">
                  {t(sender === 'worker' ? 'letters.sentLater' : 'letters.sentNextVisit')}
                </p>
              )}
            </>
          ) : (
            <FormError failure={sending.failure} />
          )}
          <button className="link" type="button" onClick={onRetry}>
            {t('letters.retry')}
          </button>{' '}
          <button className="link" type="button" onClick={onTakeBack}>
            {t('letters.takeBack')}
          </button>
        </div>
      )}
    </li>
  );
}
