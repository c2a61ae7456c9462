import { useEffect, useState } from 'react';
import { htmlLang } from '#contracts/language.ts';
import { writtenIn } from '#i18n/words.ts';
import { loadSanitizer, type Sanitizer } from '#stores/safe.ts';
import { dress } from '#styles/dress.ts';
import { useTexts } from './text.ts';

/** What users wrote, as parts/Prose.astro prints it. Shows nothing of it before it can be made safe (R6). */
export function UserHtml({ html, className = 'prose' }: { html: string; className?: string }) {
  const { t, lang } = useTexts();
  const [sanitize, setSanitize] = useState<{ run: Sanitizer }>();
  useEffect(() => {
    let wanted = true;
    void loadSanitizer().then((run) => wanted && setSanitize({ run }));
    return () => {
      wanted = false;
    };
  }, []);
  if (!sanitize) return <div className={className} aria-busy="true"><p className="meta">{t('common.loading')}</p></div>;
  const written = writtenIn(html);
  return <div className={className} lang={written === lang ? undefined : htmlLang(written)} dangerouslySetInnerHTML={{ __html: dress(sanitize.run(html)) }} />;
}
