import '#styles/desktop/search-box.css';
import { clientPagePath } from '#contracts/paths.ts';
import { MAX_KEYWORD_CHARACTERS } from '#contracts/search-address.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

interface Props {
  /** In a page it has a fixed width. In a narrow header it is a button that expands. */
  main?: boolean;
}

export function SearchBox({ main }: Props) {
  const { t, lang } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers don't know `search`
    <form
      className={main ? 'finder main' : 'finder'}
      action={clientPagePath(lang, 'search')}
      role="search"
      aria-label={t(main ? 'search.placeholder' : 'search.label')}
    >
      <label>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          required
          maxLength={MAX_KEYWORD_CHARACTERS}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
        />
      </label>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus */}
      {!main && <kbd aria-hidden="true">/</kbd>}
    </form>
  );
}
