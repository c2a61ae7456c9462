import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import { WORD_ACTIONS } from '#contracts/admin-choices.ts';
import type { AdminWordWire } from '#contracts/wire/admin-word.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { AddWordsDialog } from './AddWordsDialog.tsx';
import { EditWordDialog } from './EditWordDialog.tsx';
import { WordDryRun } from './WordDryRun.tsx';
import { WordTrial } from './WordTrial.tsx';

/** Sensitive words (R14): the list, a trial of a text, and the dry run on all posts. */
export default function WordsScreen() {
  const { t } = useTexts();
  const [version, setVersion] = useState(0);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<AdminWordWire>();
  const reload = () => setVersion((one) => one + 1);
  const columns: Column<AdminWordWire>[] = [
    {
      name: 'word',
      title: t('admin.words.word'),
      isSortable: true,
      cell: (row) => (
        <button type="button" className="link strong" onClick={() => setEditing(row)}>
          {row.word}
        </button>
      ),
    },
    {
      name: 'action',
      title: t('admin.words.action'),
      isSortable: true,
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
    {
      name: 'enabled',
      title: t('admin.words.state'),
      isSortable: true,
      width: '104px',
      cell: (row) =>
        row.enabled ? t('admin.words.on') : <span className="meta">{t('admin.words.off')}</span>,
    },
    { name: 'created_by', title: t('admin.words.by'), width: '18%', cell: (row) => row.created_by },
    {
      name: 'updated_at',
      title: t('admin.words.updated'),
      isSortable: true,
      isEndAligned: true,
      width: '120px',
      cell: (row) => <RelativeTime at={row.updated_at} />,
    },
  ];
  const setEnabled = (enabled: boolean) => async (ids: number[]) => {
    const { changed: count } = await call('POST /v2/admin/words/enable', {
      body: { ids, enabled },
    });
    showToast({ key: 'admin.words.changed', values: { count } });
  };
  return (
    <>
      <ScreenHeader title={t('admin.screen.words')} text={t('admin.words.about')}>
        <Button isPrimary onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('admin.words.add')}
        </Button>
      </ScreenHeader>
      <div className="split">
        <DataTable
          call="GET /v2/admin/words"
          name="words"
          label={t('admin.screen.words')}
          columns={columns}
          rowName={(row) => row.word}
          defaultSort="-updated_at"
          search={t('admin.words.search')}
          selectFilters={[
            {
              name: 'action',
              label: t('admin.words.anyAction'),
              options: WORD_ACTIONS.map(
                (action) => [action, t(`admin.words.act.${action}`)] as const,
              ),
            },
            {
              name: 'enabled',
              label: t('admin.words.anyState'),
              options: [
                ['1', t('admin.words.on')],
                ['0', t('admin.words.off')],
              ],
            },
          ]}
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
          csv
          version={version}
          empty={{ title: t('admin.words.empty.title'), text: t('admin.words.empty.text') }}
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
