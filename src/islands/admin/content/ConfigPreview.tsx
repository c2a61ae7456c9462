import { type ReactNode, useEffect, useState } from 'react';
import { isLang, LANGS, type Lang } from '#contracts/language.ts';
import { AREAS, type Area } from '#contracts/paths.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import type { ConfigCard } from './config-values.ts';

interface Props {
  /** Whether what is shown differs between the sites. */
  hasAreas?: boolean;
  /** The card that is being edited: the preview follows its language. */
  edited?: ConfigCard | undefined;
  children(lang: Lang, area: Area): ReactNode;
}

/** The preview of an entry in a language; below each other for both sites where they differ. */
export function ConfigPreview({ hasAreas = false, edited, children }: Props) {
  const { t, lang: own } = useTexts();
  const [lang, setLang] = useState<Lang>(own);
  const editedLang = edited?.language;
  useEffect(() => {
    if (isLang(editedLang)) setLang(editedLang);
  }, [editedLang]);
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
      </header>
      {hasAreas ? (
        <div className="stages">
          {AREAS.map((area) => (
            <section key={area}>
              <h3>{t(`admin.config.preview.${area}`)}</h3>
              <div className="stage">{children(lang, area)}</div>
            </section>
          ))}
        </div>
      ) : (
        <div className="stage">{children(lang, 'desktop')}</div>
      )}
    </section>
  );
}
