import { useEffect, useState } from 'react';
import { writtenIn } from '#i18n/words.ts';
import { loadSanitizer, type Sanitizer } from '#stores/safe.ts';
import { dress } from '#styles/dress.ts';
import { useTexts } from './text.ts';

interface Props {
  html: string;
  /** Within a line, for comments. */
  inline?: boolean;
}

/** What users wrote, as parts/Prose.astro prints it. Shows nothing of it before it can be made safe (R6). */
export function UserHtml({ html, inline = false }: Props) {
  const { t, lang } = useTexts();
  const [sanitizer, setSanitizer] = useState<{ run: Sanitizer }>();
  useEffect(() => {
    let wanted = true;
    void loadSanitizer().then((run) => wanted && setSanitizer({ run }));
    return () => {
      wanted = false;
    };
  }, []);
  const Tag = inline ? 'span' : 'div';
  const className = inline ? undefined : 'prose';
  if (!sanitizer) return <Tag className={className} aria-busy="true"><span className="meta">{t('common.loading')}</span></Tag>;
  const written = writtenIn(html);
  const safe = sanitizer.run(html);
  return <Tag className={className} lang={written === lang ? undefined : written} dangerouslySetInnerHTML={{ __html: inline ? safe : dress(safe) }} />;
}
