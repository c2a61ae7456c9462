import { loginUrl } from '#client/core/page-info.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Milliseconds that filling a form in takes at least. */
const MIN_REMAINING_MS = 30_000;

/** Whether a login is fresh for as long as a form takes. */
export const isFresh = (freshUntil: string | null): boolean =>
  Date.parse(freshUntil ?? '') > Date.now() + MIN_REMAINING_MS;

/** In the place of what needs a fresh login: why, and the way there. */
export function LoginAgain({
  text,
  freshUntil,
}: {
  text: string;
  /** null: the provider never proves a login. */
  freshUntil: string | null;
}) {
  const { t } = useTexts();
  if (freshUntil === null) return <p className="hint">{t('error.loginUnproven')}</p>;
  return (
    <div className="done">
      <p className="hint">{text}</p>
      <a className="btn" href={loginUrl(location.href, true)} rel="nofollow">
        {t('settings.tokens.again')}
      </a>
    </div>
  );
}
