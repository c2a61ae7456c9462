import { useEffect, useState } from 'react';
import { getLoadedSanitizer, loadSanitizer, type Sanitizer } from '#client/core/sanitize.ts';
import { notifyRendered } from '../hooks/notify-rendered.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { foreignLang } from './foreign-lang.ts';

interface Props {
  html: string;
  /** 'prose' for posts; 'message-text' for comments, which are plain lines. */
  className?: 'prose' | 'message-text';
}

/** Users' HTML with the markup of parts/Prose.tsx; empty until the sanitizer has loaded (R6). */
export function UserHtml({ html, className = 'prose' }: Props) {
  const { t, lang } = useTexts();
  const [sanitizer, setSanitizer] = useState<{ run: Sanitizer } | undefined>(() => {
    const run = getLoadedSanitizer();
    return run && { run };
  });
  const isLoaded = sanitizer !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    let wanted = true;
    void loadSanitizer().then((run) => wanted && setSanitizer({ run }));
    return () => {
      wanted = false;
    };
  }, [isLoaded]);
  // New HTML gets its decorations: copy buttons for code, focusable scroll containers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each HTML
  useEffect(() => {
    if (sanitizer) notifyRendered();
  }, [sanitizer, html]);
  if (!sanitizer)
    return (
      <div className={className} aria-busy="true">
        <span className="meta">{t('common.loading')}</span>
      </div>
    );
  const safe = sanitizer.run(html);
  return (
    <div
      className={className}
      lang={foreignLang(lang, html)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it was made safe
      dangerouslySetInnerHTML={{ __html: safe }}
    />
  );
}
