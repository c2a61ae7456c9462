import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { wireName } from '#i18n/localized.ts';
import { ForumOptions, NamedOptions, Options } from '../components/Options.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { fieldAria, LabelledField } from './LabelledField.tsx';

interface Props {
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
  forumId: number | undefined;
  themeId: number | undefined;
  language: ThreadLanguage;
  /** An edited thread stays in its forum. */
  isForumFixed: boolean;
  isInactive: boolean;
  problems: { forumId?: string; themeId?: string };
  onForum(id: number | undefined): void;
  onTheme(id: number | undefined): void;
  onLanguage(language: ThreadLanguage): void;
}

const toId = (value: string): number | undefined => Number(value) || undefined;

export function PlacementFields({
  sections,
  themes,
  forumId,
  themeId,
  language,
  isForumFixed,
  isInactive,
  problems,
  onForum,
  onTheme,
  onLanguage,
}: Props) {
  const { t, lang } = useTexts();
  const forum = sections?.flatMap((section) => section.forum).find(({ id }) => id === forumId);
  return (
    <div className="field-row">
      {isForumFixed ? (
        <LabelledField id="thread-forum" label={t('writing.forum')}>
          <input id="thread-forum" readOnly value={forum ? wireName(lang, forum) : ''} />
        </LabelledField>
      ) : (
        <LabelledField id="thread-forum" label={t('writing.forum')} problem={problems.forumId}>
          <select
            {...fieldAria('thread-forum', problems.forumId)}
            disabled={isInactive || !sections}
            value={forum ? forum.id : ''}
            onChange={(event) => onForum(toId(event.currentTarget.value))}
          >
            <option value="">{sections ? t('writing.pickForum') : t('common.loading')}</option>
            <ForumOptions sections={sections} />
          </select>
        </LabelledField>
      )}
      <LabelledField id="thread-theme" label={t('writing.theme')} problem={problems.themeId}>
        <select
          {...fieldAria('thread-theme', problems.themeId)}
          disabled={isInactive || !themes}
          value={themes?.some((theme) => theme.id === themeId) ? themeId : ''}
          onChange={(event) => onTheme(toId(event.currentTarget.value))}
        >
          <option value="">
            {forumId === undefined
              ? t('writing.forumFirst')
              : !themes
                ? t('common.loading')
                : themes.length > 0
                  ? t('writing.pickTheme')
                  : t('writing.noTheme')}
          </option>
          <NamedOptions options={themes} />
        </select>
      </LabelledField>
      <LabelledField id="thread-language" label={t('writing.language')}>
        <select
          id="thread-language"
          disabled={isInactive}
          value={language}
          onChange={(event) => onLanguage(event.currentTarget.value as ThreadLanguage)}
        >
          <Options values={THREAD_LANGUAGES} label={(one) => t(`writing.languages.${one}`)} />
        </select>
      </LabelledField>
    </div>
  );
}
