import { type ReactNode, useEffect, useState } from 'react';
import { $savedBrand } from '#client/admin/saved-brand.ts';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import { toBrand } from '#contracts/brand.ts';
import { type ConfigName, getConfigEntry } from '#contracts/config-entries.ts';
import { isLang, LANGS, type Lang } from '#contracts/language.ts';
import { AREAS, type Area } from '#contracts/paths.ts';
import type { AdminConfigWire, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { TextWithTime } from '../../components/TextWithTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { VersionConflict } from '../form/VersionConflict.tsx';
import { ConfigFields, toLabelKey } from './ConfigFields.tsx';
import { CONFIG_PREVIEWS } from './config-previews.tsx';
import { findConfigProblems } from './config-problems.ts';
import type { ConfigCard, ConfigValues } from './config-values.ts';

interface PreviewProps {
  /** The preview differs between the sites. */
  hasAreas?: boolean;
  /** The edited card: the preview follows its language. */
  edited?: ConfigCard | undefined;
  children(lang: Lang, area: Area): ReactNode;
}

/** The preview of an entry in a language; one below the other if the sites differ. */
function ConfigPreview({ hasAreas = false, edited, children }: PreviewProps) {
  const { t, lang: own } = useTexts();
  const [lang, setLang] = useState<Lang>(own);
  const editedLang = edited?.language;
  useEffect(() => {
    if (isLang(editedLang)) setLang(editedLang);
  }, [editedLang]);
  return (
    <section className="preview" aria-label={t('admin.config.preview.label')}>
      <header>
        <h2>{t('admin.config.preview.label')}</h2>
        <fieldset className="switches">
          <legend className="vh">{t('admin.config.field.language')}</legend>
          {LANGS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === lang}
              onClick={() => setLang(one)}
            >
              {t(`admin.config.lang.${one}`)}
            </button>
          ))}
        </fieldset>
      </header>
      {hasAreas ? (
        <div className="stages">
          {AREAS.map((area) => (
            <section key={area}>
              <h3>{t(`admin.config.preview.${area}`)}</h3>
              <div className="stage">{children(lang, area)}</div>
            </section>
          ))}
        </div>
      ) : (
        <div className="stage">{children(lang, 'desktop')}</div>
      )}
    </section>
  );
}

/** The jobs that saving started, by entry: opening another entry remounts the form. */
const lastJobIds = new Map<ConfigName, number>();

/** The form of an entry, its preview, and the job that publishes it. */
export function ConfigEntryForm({
  name,
  entry,
  onSaved,
  onDirty,
}: {
  name: ConfigName;
  entry: AdminConfigWire;
  onSaved(): void;
  /** Called with whether the form has unsaved changes; with false when it closes. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}) {
  const { t } = useTexts();
  const { fields, needsFreshLogin, job, isOnNoPage } = getConfigEntry(name);
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const [openCard, setOpenCard] = useState<number>();
  const editor = useVersionedForm<ConfigValues, SavedConfigWire>({
    initial: entry.value as ConfigValues,
    version: entry.version,
    stored: { by: entry.updated_by, at: entry.updated_at },
    save: (values, version) =>
      call('PUT /v2/admin/config/{field}', {
        params: { field: name },
        body: { value: values, version },
      }),
    theirs(payload) {
      const { value, version, updated_by, updated_at } = payload as AdminConfigWire;
      return { values: value as ConfigValues, version, by: updated_by, at: updated_at };
    },
    done(saved, value) {
      if (name === 'brand') $savedBrand.set(toBrand({ version: saved.version, value }, ''));
      if (saved.job !== null) lastJobIds.set(name, saved.job);
      setHasTriedToSave(false);
      showToast({ key: 'admin.form.saved', values: { count: saved.pages } });
      onSaved();
    },
  });
  const { values, set, isDirty } = editor;
  useEffect(() => {
    onDirty?.(isDirty);
    return () => onDirty?.(false);
  }, [isDirty, onDirty]);
  const problems = findConfigProblems(t, name, values);
  const shownProblems: Record<string, string> = hasTriedToSave ? { ...problems } : {};
  for (const path of editor.refusedFields)
    shownProblems[path.replace(/^value\./, '')] ??= t('admin.config.problem.refused');
  const lastJobId = lastJobIds.get(name);
  const preview = CONFIG_PREVIEWS[name];
  const edited =
    openCard === undefined ? undefined : (values.cards as ConfigCard[] | undefined)?.[openCard];
  const labels = Object.fromEntries(
    Object.entries(fields).map(([field, texts]) => [field, t(toLabelKey(field, texts))]),
  );
  const controls = (
    <ConfigFields
      fields={fields}
      values={values}
      problems={shownProblems}
      openCard={openCard}
      onOpenCard={setOpenCard}
      onChange={set}
    />
  );
  const save = (
    <SaveBar
      editor={editor}
      hint={
        job || isOnNoPage || entry.pages === 0
          ? undefined
          : t('admin.config.pages', { count: entry.pages })
      }
    />
  );
  return (
    <form
      className="entry"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setHasTriedToSave(true);
        if (Object.keys(problems).length === 0) void editor.submit();
        else
          queueMicrotask(() =>
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>('.entry [aria-invalid]')?.focus(),
            ),
          );
      }}
    >
      <p className="hint">{t(`admin.config.text.${name}`)}</p>
      <VersionConflict editor={editor} labels={labels} />
      {preview ? (
        <div className={preview.isWide ? 'split halves' : 'split'}>
          <div>{controls}</div>
          <ConfigPreview hasAreas={preview.hasAreas ?? false} edited={edited}>
            {(lang, area) => (
              <preview.Preview values={values} lang={lang} area={area} edited={edited} />
            )}
          </ConfigPreview>
        </div>
      ) : (
        controls
      )}
      <RequireFreshLogin isNeeded={needsFreshLogin === true}>{save}</RequireFreshLogin>
      <p className="meta">
        {entry.updated_at ? (
          <TextWithTime
            text={entry.updated_by ? 'admin.config.changed' : 'admin.config.made'}
            values={{ version: entry.version, name: entry.updated_by ?? '' }}
          >
            <RelativeTime at={entry.updated_at} />
          </TextWithTime>
        ) : (
          t('admin.config.never')
        )}
      </p>
      {lastJobId !== undefined && <JobProgress id={lastJobId} />}
    </form>
  );
}
