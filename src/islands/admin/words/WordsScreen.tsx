import { useEffect, useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { MAX_TRIED_TEXT_CHARACTERS } from '#contracts/admin-choices.ts';
import type { AdminWordWire, TriedTextWire } from '#contracts/calls/admin/word-calls.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { MarkedText } from '../../components/MarkedText.tsx';
import { onFormSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';
import { AddWordsDialog, EditWordDialog } from './WordDialogs.tsx';

function WordTrial() {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [trial, setTrial] = useState<{ of: string; result: TriedTextWire }>();
  const run = () =>
    call('POST /v2/admin/words/try', { body: { text } })
      .then((result) => setTrial({ of: text, result }))
      .catch(showErrorToast);
  return (
    <section className="block">
      <h2>{t('admin.words.try')}</h2>
      <form onSubmit={onFormSubmit(run)}>
        <TextField
          label={t('admin.words.tryLabel')}
          rows={4}
          max={MAX_TRIED_TEXT_CHARACTERS}
          value={text}
          onChange={setText}
        />
        <p className="row">
          <Button type="submit" isInactive={text.trim() === ''}>
            {t('admin.words.tryAction')}
          </Button>
        </p>
      </form>
      {trial && (
        <div className="message-box" role="status">
          <p>
            <b className={`dot ${trial.result.outcome}`}>
              {t(`admin.words.outcome.${trial.result.outcome}`)}
            </b>
          </p>
          <p className="sample">
            <MarkedText
              text={trial.of}
              matches={trial.result.findings.map(({ word, action, ...range }) => ({
                ...range,
                word: `${word}: ${t(`admin.words.act.${action}`)}`,
              }))}
            />
          </p>
          {trial.result.outcome === 'changed' && (
            <>
              <p className="meta">{t('admin.words.readsAs')}</p>
              <p className="sample">{trial.result.text}</p>
            </>
          )}
        </div>
      )}
    </section>
  );
}

function WordDryRun() {
  const { t } = useTexts();
  const [job, setJob] = useState<number>();
  // Loads the running or last dry run, which continues without a viewer and after a restart.
  useEffect(() => {
    call('GET /v2/admin/jobs', { query: { kind: 'screen', limit: 1 } })
      .then(({ rows }) => rows[0] && setJob(rows[0].id))
      .catch(showErrorToast);
  }, []);
  const start = () =>
    call('POST /v2/admin/words/dry-run', { body: {} })
      .then((started) => setJob(started.job))
      .catch(showErrorToast);
  return (
    <section className="block">
      <h2>{t('admin.words.dry')}</h2>
      <p className="hint">{t('admin.words.dryText')}</p>
      <p className="row">
        <Button onClick={() => void start()}>{t('admin.words.dryAction')}</Button>
      </p>
      {job !== undefined && <JobProgress key={job} id={job} result={t('admin.words.dryResult')} />}
    </section>
  );
}

export default function WordsScreen() {
  const { t } = useTexts();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<AdminWordWire>();
  const [version, reload] = useVersion();
  const setEnabled = (enabled: boolean) => async (ids: number[]) => {
    const { changed: count } = await call('POST /v2/admin/words/enable', {
      body: { ids, enabled },
    });
    showToast({ key: 'admin.words.changed', values: { count } });
  };
  return (
    <>
      <ScreenHeader text={t('admin.words.about')}>
        <Button isPrimary onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('admin.words.add')}
        </Button>
      </ScreenHeader>
      <div className="split">
        <DataTable
          call="GET /v2/admin/words"
          name="words"
          columns={{
            word: {
              title: 'admin.words.word',
              cell: (row) => (
                <button type="button" className="link strong" onClick={() => setEditing(row)}>
                  {row.word}
                </button>
              ),
            },
            action: {
              title: 'admin.words.action',
              width: '22%',
              cell: (row) => (
                <>
                  <span className={`dot ${row.action}`}>{t(`admin.words.act.${row.action}`)}</span>
                  {row.action === 'replace' && (
                    <span className="meta">
                      {' '}
                      {row.replacement === '' ? t('admin.words.removed') : `→ ${row.replacement}`}
                    </span>
                  )}
                </>
              ),
            },
            enabled: {
              title: 'admin.words.state',
              width: '104px',
              cell: (row) =>
                row.enabled ? (
                  t('admin.words.on')
                ) : (
                  <span className="meta">{t('admin.words.off')}</span>
                ),
            },
            created_by: { title: 'admin.words.by', width: '18%', cell: (row) => row.created_by },
            updated_at: { title: 'admin.words.updated', kind: 'age', width: '120px' },
          }}
          rowName={(row) => row.word}
          search="admin.words.search"
          options={{
            enabled: [
              ['1', t('admin.words.on')],
              ['0', t('admin.words.off')],
            ],
          }}
          bulk={[
            { name: 'on', label: t('admin.words.turnOn'), run: setEnabled(true) },
            { name: 'off', label: t('admin.words.turnOff'), run: setEnabled(false) },
            {
              name: 'delete',
              label: t('admin.words.delete'),
              confirm: (count) => ({
                title: t('admin.words.deleteTitle', { count }),
                text: t('admin.words.deleteText'),
              }),
              run: async (ids) =>
                void (await call('POST /v2/admin/words/delete', { body: { ids } })),
            },
          ]}
          version={version}
          empty="admin.words.empty"
        />
        <aside>
          <WordTrial />
          <WordDryRun />
        </aside>
      </div>
      {adding && <AddWordsDialog onClose={() => setAdding(false)} onAdded={reload} />}
      {editing && (
        <EditWordDialog word={editing} onClose={() => setEditing(undefined)} onSaved={reload} />
      )}
    </>
  );
}
