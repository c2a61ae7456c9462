import { cancelUpload, sendOrRetryUpload, type Upload } from '#client/composer/uploads.ts';
import { errorValues } from '#client/core/toasts.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';

export function UploadProgress({
  id,
  upload,
  onRemove,
}: {
  id: string;
  upload: Upload;
  onRemove(): void;
}) {
  const { t } = useTexts();
  const { failure, progress, isShrinking } = upload;
  const seconds = useCountdown(failure?.retryAt);
  const done = Math.round(progress * 100);
  const statusText = isShrinking ? t('composer.shrinking') : t('composer.uploading', { n: done });
  const canRetry = failure && failure.status !== 415 && failure.status !== 413;
  return (
    <span className="way" contentEditable={false}>
      {failure ? (
        <span className="wrong" role="alert">
          {t(`error.${failure.code}`, { ...errorValues(failure), seconds })}
        </span>
      ) : (
        <span className="rising">
          <progress max={100} {...(isShrinking ? {} : { value: done })} aria-label={statusText} />
          {statusText}
        </span>
      )}
      {canRetry && (
        <button
          className="link"
          type="button"
          aria-disabled={seconds > 0}
          onClick={() => seconds === 0 && void sendOrRetryUpload(id)}
        >
          {t('composer.retry')}
        </button>
      )}
      <button
        className="link"
        type="button"
        onClick={() => {
          cancelUpload(id);
          onRemove();
        }}
      >
        {t(failure ? 'composer.remove' : 'composer.cancel')}
      </button>
    </span>
  );
}
