import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from '../thread-form/LabelledField.tsx';
import { ForumOptions, NamedOptions } from '../thread-form/PlacementFields.tsx';
import { useSections, useThemes } from '../thread-form/use-forums-and-themes.ts';

export interface ForumAndTheme {
  forumId: number | undefined;
  /** Undefined for the forum's first theme. */
  themeId: number | undefined;
}

interface Props extends ForumAndTheme {
  problem?: string | undefined;
  onChange(place: ForumAndTheme): void;
}

/** Fields for the forum, and its theme, that threads are moved to. */
export function ForumThemeFields({ forumId, themeId, problem, onChange }: Props) {
  const { t } = useTexts();
  const sections = useSections();
  const themes = useThemes(forumId);
  return (
    <div className="places">
      <LabelledField id="move-forum" label={t('writing.forum')} problem={problem}>
        <select
          {...fieldAria('move-forum', problem)}
          aria-busy={!sections}
          value={sections ? forumId : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId: Number(currentTarget.value) || undefined, themeId: undefined })
          }
        >
          {!sections && <option value="">{t('common.loading')}</option>}
          <ForumOptions sections={sections} />
        </select>
      </LabelledField>
      <LabelledField id="move-theme" label={t('writing.theme')}>
        <select
          id="move-theme"
          aria-busy={!themes}
          value={themes ? (themeId ?? themes[0]?.id) : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId, themeId: Number(currentTarget.value) || undefined })
          }
        >
          {!themes && <option value="">{t('common.loading')}</option>}
          <NamedOptions options={themes} />
        </select>
      </LabelledField>
    </div>
  );
}
