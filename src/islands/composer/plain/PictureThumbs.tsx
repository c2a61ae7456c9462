import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $uploads, cancelUpload } from '#client/composer/uploads.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { UploadProgress } from '../UploadProgress.tsx';
import type { PlainPicture } from './plain-message.ts';

interface Props {
  pictures: PlainPicture[];
  isInactive: boolean;
  onChange(pictures: PlainPicture[]): void;
  onInsert(picture: PlainPicture): void;
}

/** The pictures below a text, with upload progress. The selected one can be described. */
export function PictureThumbs({ pictures, isInactive, onChange, onInsert }: Props) {
  const { t } = useTexts();
  const uploads = useStore($uploads);
  const [chosen, setChosen] = useState('');
  const current = pictures.find(({ key, src }) => key === chosen && src !== undefined);
  const describe = useRef<HTMLDivElement>(null);
  const shown = current?.key;
  useEffect(() => {
    if (shown !== undefined) describe.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const remove = ({ key, upload }: PlainPicture) => {
    if (upload) cancelUpload(upload);
    onChange(pictures.filter((one) => one.key !== key));
  };
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className="thumbs" aria-label={t('composer.pictures')}>
        {pictures.map((picture, index) => {
          const { key, src, alt, upload } = picture;
          const runningUpload = upload === undefined ? undefined : uploads[upload];
          const name = alt || t('composer.pictureOf', { n: index + 1 });
          return (
            <li key={key} data-failed={runningUpload?.failure ? '' : undefined}>
              {src === undefined ? (
                <img src={runningUpload?.previewUrl} alt={name} />
              ) : (
                <button
                  type="button"
                  aria-pressed={key === chosen}
                  aria-label={name}
                  disabled={isInactive}
                  onClick={() => setChosen(key === chosen ? '' : key)}
                >
                  <img src={src} alt="" />
                </button>
              )}
              {upload && runningUpload ? (
                <UploadProgress
                  id={upload}
                  upload={runningUpload}
                  onRemove={() => remove(picture)}
                />
              ) : (
                <button
                  className="remove"
                  type="button"
                  disabled={isInactive}
                  aria-label={t('composer.removeOf', { name })}
                  onClick={() => remove(picture)}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {current && (
        <div className="describe" ref={describe}>
          <label>
            <span>{t('composer.alt')}</span>
            <input
              value={current.alt}
              placeholder={t('composer.altHint')}
              maxLength={300}
              onChange={({ currentTarget: { value } }) =>
                onChange(pictures.map((one) => (one.key === chosen ? { ...one, alt: value } : one)))
              }
            />
          </label>
          <button className="link" type="button" onClick={() => onInsert(current)}>
            {t('composer.intoText')}
          </button>
        </div>
      )}
    </>
  );
}
