import { useState } from 'react';
import type { AdminConfigWire, ConfigName, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import { call } from '#stores/client/api.ts';
import { showToast } from '#stores/client/toasts.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { VersionConflict } from '../form/VersionConflict.tsx';
import { CardsForm } from './CardsForm.tsx';
import { findConfigProblems } from './config-problems.ts';
import type { ConfigCard, ConfigValues } from './config-values.ts';
import { FrameHostsForm } from './FrameHostsForm.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import { WeixinShareForm } from './WeixinShareForm.tsx';

/** The job that the last save of the allowed frames started: the form is made anew by then. */
let lastFramesJobId: number | undefined;

/** One entry: its own form, what the page will show, and how saving ends. */
export function ConfigEntryForm({
  name,
  entry,
  onSaved,
}: {
  name: ConfigName;
  entry: AdminConfigWire;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const editor = useVersionedForm<ConfigValues, SavedConfigWire>({
    initial: entry.value as ConfigValues,
    version: entry.version,
    save: (values, version) =>
      call<SavedConfigWire>(`/v2/admin/config/${name}`, {
        method: 'PUT',
        body: { value: values, version },
      }),
    theirs(payload) {
      const { value, version, updated_by, updated_at } = payload as AdminConfigWire;
      return { values: value as ConfigValues, version, by: updated_by, at: updated_at };
    },
    done(saved) {
      if (saved.job !== null) lastFramesJobId = saved.job;
      showToast({ key: 'admin.form.saved', values: { count: saved.pages } });
      onSaved();
    },
  });
  const { values, set, conflict } = editor;
  const problems = findConfigProblems(t, name, values);
  const shownProblems: Record<string, string> = hasTriedToSave ? { ...problems } : {};
  for (const path of editor.refusedFields)
    shownProblems[path.replace(/^value\./, '')] ??= t('admin.config.problem.refused');
  const form = { values, set, problems: shownProblems };
  const save = (
    <SaveBar
      editor={editor}
      hint={name === 'iframe_allow' ? undefined : t('admin.config.pages', { count: entry.pages })}
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
      {conflict && (
        <VersionConflict
          mine={values}
          theirs={conflict}
          labels={{
            text: 'admin.config.field.text',
            text_en: 'admin.config.field.text_en',
            link: 'admin.config.field.link',
            level: 'admin.config.field.level',
            cards: 'admin.config.field.cards',
            daemon: 'admin.config.field.hosts',
          }}
          onTakeTheirs={editor.takeTheirs}
          onKeepMine={() => void editor.keepMine()}
        />
      )}
      {name === 'notify' && <NoticeForm {...form} />}
      {(name === 'carousel' || name === 'activities') && (
        <CardsForm {...form} kind={name} cards={(values.cards ?? []) as ConfigCard[]} />
      )}
      {name === 'weixin_share' && <WeixinShareForm {...form} />}
      {name === 'iframe_allow' && <FrameHostsForm {...form} />}
      {name === 'iframe_allow' ? <RequireFreshLogin>{save}</RequireFreshLogin> : save}
      <p className="meta">
        {entry.updated_at ? (
          <>
            {entry.updated_by
              ? t('admin.config.changed', { version: entry.version, name: entry.updated_by })
              : t('admin.config.made', { version: entry.version })}{' '}
            <RelativeTime at={entry.updated_at} />
          </>
        ) : (
          t('admin.config.never')
        )}
      </p>
      {name === 'iframe_allow' && lastFramesJobId !== undefined && (
        <JobProgress id={lastFramesJobId} />
      )}
    </form>
  );
}
