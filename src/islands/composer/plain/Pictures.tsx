import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { $uploads, cancelUpload } from '#stores/uploads.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { OnItsWay } from '../OnItsWay.tsx';
import type { PlainPicture } from './message.ts';

interface Props {
  pictures: PlainPicture[];
  /** While something is being sent. */
  idle: boolean;
  onChange(pictures: PlainPicture[]): void;
  /** Puts a picture where the cursor is. */
  onPlace(picture: PlainPicture): void;
}

/** The pictures below a text, each with how far its upload is; the chosen one can be described. */
export function Pictures({ pictures, idle, onChange, onPlace }: Props) {
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
          const onItsWay = upload === undefined ? undefined : uploads[upload];
          const name = alt || t('composer.pictureOf', { n: index + 1 });
          return (
            <li key={key} data-failed={onItsWay?.failure ? '' : undefined}>
              {src === undefined ? (
                <img src={onItsWay?.local} alt={name} />
              ) : (
                <button
                  type="button"
                  aria-pressed={key === chosen}
                  aria-label={name}
                  disabled={idle}
                  onClick={() => setChosen(key === chosen ? '' : key)}
                >
                  <img src={src} alt="" />
                </button>
              )}
              {upload && onItsWay ? (
                <OnItsWay id={upload} upload={onItsWay} onRemove={() => remove(picture)} />
              ) : (
                <button
                  className="remove"
                  type="button"
                  disabled={idle}
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
          <button className="link" type="button" onClick={() => onPlace(current)}>
            {t('composer.intoText')}
          </button>
        </div>
      )}
    </>
  );
}
