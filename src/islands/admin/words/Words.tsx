import { useState } from 'react';
import { type AdminWordWire, WORD_ACTIONS } from '#contracts/wire/admin-word.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { Head } from '../ui/Head.tsx';
import { When } from '../ui/When.tsx';
import { AddWords } from './AddWords.tsx';
import { DryRun } from './DryRun.tsx';
import { EditWord } from './EditWord.tsx';
import { TryText } from './TryText.tsx';

/** Sensitive words (R14): the list, trying a text, and looking through what was written. */
export default function Words() {
  const { t } = useTexts();
  const [version, setVersion] = useState(0);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<AdminWordWire>();
  const changed = () => setVersion((one) => one + 1);
  const columns: Column<AdminWordWire>[] = [
    {
      name: 'word',
      title: t('admin.words.word'),
      sorts: true,
      cell: (row) => (
        <button type="button" className="link strong" onClick={() => setEditing(row)}>
          {row.word}
        </button>
      ),
    },
    {
      name: 'action',
      title: t('admin.words.action'),
      sorts: true,
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
      sorts: true,
      width: '104px',
      cell: (row) =>
        row.enabled ? t('admin.words.on') : <span className="meta">{t('admin.words.off')}</span>,
    },
    { name: 'created_by', title: t('admin.words.by'), width: '16%', cell: (row) => row.created_by },
    {
      name: 'updated_at',
      title: t('admin.words.updated'),
      sorts: true,
      end: true,
      width: '120px',
      cell: (row) => <When at={row.updated_at} />,
    },
  ];
  const switchTo = (enabled: boolean) => async (ids: number[]) => {
    const { changed: count } = await call<{ changed: number }>('/v2/admin/words/enable', {
      method: 'POST',
      body: { ids, enabled },
    });
    tell({ key: 'admin.words.changed', values: { count } });
  };
  return (
    <>
      <Head title={t('admin.screen.words')} text={t('admin.words.about')}>
        <Button main onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t('admin.words.add')}
        </Button>
      </Head>
      <div className="split">
        <DataTable
          name="words"
          label={t('admin.screen.words')}
          columns={columns}
          rowName={(row) => row.word}
          normal="-updated_at"
          search={t('admin.words.search')}
          choices={[
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
            { name: 'on', label: t('admin.words.turnOn'), run: switchTo(true) },
            { name: 'off', label: t('admin.words.turnOff'), run: switchTo(false) },
            {
              name: 'delete',
              label: t('admin.words.delete'),
              confirm: (count) => ({
                title: t('admin.words.deleteTitle', { count }),
                text: t('admin.words.deleteText'),
              }),
              run: async (ids) =>
                void (await call('/v2/admin/words/delete', { method: 'POST', body: { ids } })),
            },
          ]}
          csv
          version={version}
          empty={{ title: t('admin.words.empty.title'), text: t('admin.words.empty.text') }}
        />
        <aside>
          <TryText />
          <DryRun />
        </aside>
      </div>
      {adding && <AddWords onClose={() => setAdding(false)} onAdded={changed} />}
      {editing && (
        <EditWord word={editing} onClose={() => setEditing(undefined)} onSaved={changed} />
      )}
    </>
  );
}
