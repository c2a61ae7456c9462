import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import type { SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { inLang } from '#i18n/named.ts';
import { useTexts } from '../ui/text.ts';
import { Field, fieldAria } from './Field.tsx';

interface Props {
  sections: readonly SectionWire[] | undefined;
  themes: readonly ThemeWire[] | undefined;
  forumId: number | undefined;
  themeId: number | undefined;
  language: ThreadLanguage;
  /** A thread stays in its forum when it is changed. */
  fixed: boolean;
  idle: boolean;
  problems: { forumId?: string; themeId?: string };
  onForum(id: number | undefined): void;
  onTheme(id: number | undefined): void;
  onLanguage(language: ThreadLanguage): void;
}

const numberIn = (value: string): number | undefined => Number(value) || undefined;

interface Named {
  id: number;
  name: string;
  name_en: string;
}

/** Choices of a list by their names in the reader's language; none while they aren't known. */
export function NamedOptions({ options }: { options: readonly Named[] | undefined }) {
  const { lang } = useTexts();
  return options?.map(({ id, name, name_en }) => (
    <option key={id} value={id}>
      {inLang(lang, name, name_en)}
    </option>
  ));
}

/** All forums, by their sections. */
export function ForumOptions({ sections }: { sections: readonly SectionWire[] | undefined }) {
  const { lang } = useTexts();
  return sections?.map(({ id, name, name_en, forum }) => (
    <optgroup key={id} label={inLang(lang, name, name_en)}>
      <NamedOptions options={forum} />
    </optgroup>
  ));
}

/** Where a thread stands: forum, theme and language. */
export function PlaceFields({
  sections,
  themes,
  forumId,
  themeId,
  language,
  fixed,
  idle,
  problems,
  onForum,
  onTheme,
  onLanguage,
}: Props) {
  const { t, lang } = useTexts();
  const forum = sections?.flatMap((section) => section.forum).find((one) => one.id === forumId);
  return (
    <div className="places">
      {fixed ? (
        <Field id="thread-forum" label={t('writing.forum')}>
          <input
            id="thread-forum"
            readOnly
            value={forum ? inLang(lang, forum.name, forum.name_en) : ''}
          />
        </Field>
      ) : (
        <Field id="thread-forum" label={t('writing.forum')} problem={problems.forumId}>
          <select
            {...fieldAria('thread-forum', problems.forumId)}
            disabled={idle || !sections}
            value={forum ? forum.id : ''}
            onChange={(event) => onForum(numberIn(event.currentTarget.value))}
          >
            <option value="">{sections ? t('writing.pickForum') : t('common.loading')}</option>
            <ForumOptions sections={sections} />
          </select>
        </Field>
      )}
      <Field id="thread-theme" label={t('writing.theme')} problem={problems.themeId}>
        <select
          {...fieldAria('thread-theme', problems.themeId)}
          disabled={idle || !themes}
          value={themes?.some((one) => one.id === themeId) ? themeId : ''}
          onChange={(event) => onTheme(numberIn(event.currentTarget.value))}
        >
          <option value="">
            {forumId === undefined
              ? t('writing.forumFirst')
              : themes
                ? t('writing.pickTheme')
                : t('common.loading')}
          </option>
          <NamedOptions options={themes} />
        </select>
      </Field>
      <Field id="thread-language" label={t('writing.language')}>
        <select
          id="thread-language"
          disabled={idle}
          value={language}
          onChange={(event) => onLanguage(event.currentTarget.value as ThreadLanguage)}
        >
          {THREAD_LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {t(`writing.languages.${one}`)}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}
