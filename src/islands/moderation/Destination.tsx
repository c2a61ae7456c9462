import { inLang } from '#i18n/named.ts';
import { useTexts } from '../ui/text.ts';
import { Field, fieldAria } from '../writing/Field.tsx';
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
  const { t, lang } = useTexts();
  const sections = useSections();
  const themes = useThemes(forumId);
  const nameOf = ({ name, name_en }: { name: string; name_en: string }) => inLang(lang, name, name_en);
  return (
    <div className="places">
      <Field id="move-forum" label={t('writing.forum')} problem={problem}>
        <select {...fieldAria('move-forum', problem)} disabled={!sections} value={sections ? forumId : ''} onChange={({ currentTarget }) => onChange({ forumId: Number(currentTarget.value) || undefined, themeId: undefined })}>
          {!sections && <option value="">{t('common.loading')}</option>}
          {sections?.map((section) => (
            <optgroup key={section.id} label={nameOf(section)}>
              {section.forum.map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOf(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <Field id="move-theme" label={t('writing.theme')}>
        <select id="move-theme" disabled={!themes} value={themes ? (themeId ?? themes[0]?.id) : ''} onChange={({ currentTarget }) => onChange({ forumId, themeId: Number(currentTarget.value) || undefined })}>
          {!themes && <option value="">{t('common.loading')}</option>}
          {themes?.map((one) => (
            <option key={one.id} value={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}
