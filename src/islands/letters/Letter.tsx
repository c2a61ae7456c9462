import { formatMoment } from '#i18n/format.ts';
import { Refusal } from '../ui/Refusal.tsx';
import { useTexts } from '../ui/text.ts';
import { UserHtml } from '../ui/UserHtml.tsx';
import type { Sending } from './outbox.ts';

interface Props {
  own: boolean;
  html: string;
  /** When it was written; without it, it is on its way. */
  at?: string;
  name: string;
  sending?: Sending;
  onRetry?(): void;
  onTakeBack?(): void;
}

export function Letter({ own, html, at, name, sending, onRetry, onTakeBack }: Props) {
  const { t, lang } = useTexts();
  return (
    <li className={own ? 'letter own' : 'letter'}>
      <span className="vh">{own ? t('letters.you') : name}</span>
      <UserHtml html={html} className="said" />
      {at && (
        <time className="meta num" dateTime={at} data-full>
          {formatMoment(lang, new Date(at)).slice(-5)}
        </time>
      )}
      {sending && !sending.failure && (
        <span className="meta" role="status">
          {t('letters.sending')}
        </span>
      )}
      {sending?.failure && (
        <div className="failed">
          {sending.failure.away ? (
            <p className="wrong" role="alert">
              {t('letters.notSent')}
            </p>
          ) : (
            <Refusal failure={sending.failure} />
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
