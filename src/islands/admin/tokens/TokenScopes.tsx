import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** What a token is made for; what is dangerous stands out by its mark. */
export function TokenScopes({ scopes }: Pick<AdminTokenWire, 'scopes'>) {
  const { t } = useTexts();
  return (
    <span className="scopes">
      {scopes.map((scope) => (
        <span key={scope} className="chip">
          {t(`settings.tokens.scope.${scope}`)}
        </span>
      ))}
    </span>
  );
}
