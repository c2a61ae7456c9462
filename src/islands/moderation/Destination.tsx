import { useTexts } from '../ui/text.ts';
import { Field, fieldAria } from '../writing/Field.tsx';
import { ForumOptions, NamedOptions } from '../writing/PlaceFields.tsx';
import { useSections, useThemes } from '../writing/usePlace.ts';

export interface Place {
  forumId: number | undefined;
  /** Without it the forum's first. */
  themeId: number | undefined;
}

interface Props extends Place {
  problem?: string | undefined;
  onChange(place: Place): void;
}

/** A forum and one of its themes, where threads are sent to. */
export function Destination({ forumId, themeId, problem, onChange }: Props) {
  const { t } = useTexts();
  const sections = useSections();
  const themes = useThemes(forumId);
  return (
    <div className="places">
      <Field id="move-forum" label={t('writing.forum')} problem={problem}>
        <select
          {...fieldAria('move-forum', problem)}
          disabled={!sections}
          value={sections ? forumId : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId: Number(currentTarget.value) || undefined, themeId: undefined })
          }
        >
          {!sections && <option value="">{t('common.loading')}</option>}
          <ForumOptions sections={sections} />
        </select>
      </Field>
      <Field id="move-theme" label={t('writing.theme')}>
        <select
          id="move-theme"
          disabled={!themes}
          value={themes ? (themeId ?? themes[0]?.id) : ''}
          onChange={({ currentTarget }) =>
            onChange({ forumId, themeId: Number(currentTarget.value) || undefined })
          }
        >
          {!themes && <option value="">{t('common.loading')}</option>}
          <NamedOptions options={themes} />
        </select>
      </Field>
    </div>
  );
}
