import { valuesOf } from '#stores/tips.ts';
import { cancelUpload, sendUpload, type Upload } from '#stores/uploads.ts';
import { useSecondsTo } from '../ui/countdown.ts';
import { useTexts } from '../ui/text.ts';

/** What is between a picture and its being in the message: its way, or why it was refused. */
export function OnItsWay({
  id,
  upload,
  onRemove,
}: {
  id: string;
  upload: Upload;
  onRemove(): void;
}) {
  const { t } = useTexts();
  const { failure, progress, shrinking } = upload;
  const seconds = useSecondsTo(failure?.retryAt);
  const done = Math.round(progress * 100);
  const said = shrinking ? t('composer.shrinking') : t('composer.uploading', { n: done });
  const again = failure && failure.status !== 415 && failure.status !== 413;
  return (
    <span className="way" contentEditable={false}>
      {failure ? (
        <span className="wrong" role="alert">
          {t(`error.${failure.code}`, { ...valuesOf(failure), seconds })}
        </span>
      ) : (
        <span className="rising">
          <progress max={100} {...(shrinking ? {} : { value: done })} aria-label={said} />
          {said}
        </span>
      )}
      {again && (
        <button
          className="link"
          type="button"
          aria-disabled={seconds > 0}
          onClick={() => seconds === 0 && void sendUpload(id)}
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
