import { type ReactNode, useState } from 'react';
import { LANGS, type Lang } from '#contracts/language.ts';
import { useTexts } from '../../hooks/use-texts.ts';

export type Device = 'pc' | 'phone';
const DEVICES: readonly Device[] = ['pc', 'phone'];

interface Props {
  /** Whether what is shown differs by device. */
  hasDevices?: boolean;
  children(lang: Lang, device: Device): ReactNode;
}

/** The preview of an entry, for a language and a device. */
export function ConfigPreview({ hasDevices = false, children }: Props) {
  const { t, lang: own } = useTexts();
  const [lang, setLang] = useState<Lang>(own);
  const [device, setDevice] = useState<Device>('pc');
  return (
    <section className="preview" aria-label={t('admin.config.preview.label')}>
      <header>
        <h2>{t('admin.config.preview.label')}</h2>
        <fieldset className="switches">
          <legend className="vh">{t('admin.config.field.language')}</legend>
          {LANGS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === lang}
              onClick={() => setLang(one)}
            >
              {t(`admin.config.lang.${one}`)}
            </button>
          ))}
        </fieldset>
        {hasDevices && (
          <fieldset className="switches">
            <legend className="vh">{t('admin.config.field.device')}</legend>
            {DEVICES.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === device}
                onClick={() => setDevice(one)}
              >
                {t(`admin.config.device.${one}`)}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      <div className={`stage ${device}`}>{children(lang, device)}</div>
    </section>
  );
}
