import { htmlLang } from '#contracts/language.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  /** Sanitized HTML of a user. */
  html: string;
  /** `prose post_conten` is the body of a first post: API clients read it by this name. */
  className?: 'prose' | 'prose post_conten' | 'message-text';
}

export function Prose({ html, className = 'prose' }: Props) {
  const { lang } = useTexts();
  const written = guessLang(html);
  return (
    <div
      className={className}
      lang={written === lang ? undefined : htmlLang(written)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was written
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
