import { useState } from 'react';
import type { AdminConfigWire, ConfigName, SavedConfigWire } from '#contracts/wire/admin-config.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { Conflict } from '../form/Conflict.tsx';
import { useEditor } from '../form/editor.ts';
import { SaveBar } from '../form/SaveBar.tsx';
import { Fresh } from '../ui/Fresh.tsx';
import { JobProgress } from '../ui/JobProgress.tsx';
import { When } from '../ui/When.tsx';
import { Cards } from './Cards.tsx';
import { Frames } from './Frames.tsx';
import { Notify } from './Notify.tsx';
import { problemsIn } from './problems.ts';
import type { Card, Values } from './values.ts';
import { WeixinShare } from './WeixinShare.tsx';

/** The job that the last save of the allowed frames started: the form is made anew by then. */
let lastJob: number | undefined;

/** One entry: its own form, what the page will show, and how saving ends. */
export function EntryForm({
  name,
  entry,
  onSaved,
}: {
  name: ConfigName;
  entry: AdminConfigWire;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const [tried, setTried] = useState(false);
  const editor = useEditor<Values, SavedConfigWire>({
    initial: entry.value as Values,
    version: entry.version,
    save: (values, version) =>
      call<SavedConfigWire>(`/v2/admin/config/${name}`, {
        method: 'PUT',
        body: { value: values, version },
      }),
    theirs(payload) {
      const { value, version, updated_by, updated_at } = payload as AdminConfigWire;
      return { values: value as Values, version, by: updated_by, at: updated_at };
    },
    done(saved) {
      if (saved.job !== null) lastJob = saved.job;
      tell({ key: 'admin.form.saved', values: { count: saved.pages } });
      onSaved();
    },
  });
  const { values, set, conflict } = editor;
  const problems = problemsIn(t, name, values);
  const shown: Record<string, string> = tried ? { ...problems } : {};
  for (const path of editor.refused)
    shown[path.replace(/^value\./, '')] ??= t('admin.config.problem.refused');
  const form = { values, set, problems: shown };
  const save = (
    <SaveBar
      editor={editor}
      about={name === 'iframe_allow' ? undefined : t('admin.config.pages', { count: entry.pages })}
    />
  );
  return (
    <form
      className="entry"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
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
        <Conflict
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
          onTheirs={editor.takeTheirs}
          onMine={() => void editor.keepMine()}
        />
      )}
      {name === 'notify' && <Notify {...form} />}
      {(name === 'carousel' || name === 'activities') && (
        <Cards {...form} kind={name} cards={(values.cards ?? []) as Card[]} />
      )}
      {name === 'weixin_share' && <WeixinShare {...form} />}
      {name === 'iframe_allow' && <Frames {...form} />}
      {name === 'iframe_allow' ? <Fresh>{save}</Fresh> : save}
      <p className="meta">
        {entry.updated_at ? (
          <>
            {entry.updated_by
              ? t('admin.config.changed', { version: entry.version, name: entry.updated_by })
              : t('admin.config.made', { version: entry.version })}{' '}
            <When at={entry.updated_at} />
          </>
        ) : (
          t('admin.config.never')
        )}
      </p>
      {name === 'iframe_allow' && lastJob !== undefined && <JobProgress id={lastJob} />}
    </form>
  );
}
