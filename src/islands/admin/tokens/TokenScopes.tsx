import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The scopes of a token; dangerous ones are marked. */
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
