import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import { replyPath, threadPath, userPath } from '#contracts/paths.ts';
import type { JobStartedWire } from '#contracts/wire/admin-job.ts';
import {
  WRITTEN_KINDS,
  WRITTEN_STATES,
  type WrittenKind,
  type WrittenWire,
} from '#contracts/wire/admin-moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Key } from '#i18n/key.ts';
import { $place } from '#stores/admin/place.ts';
import { type Done, tellDone } from '#stores/admin/undo.ts';
import { call } from '#stores/api.ts';
import { useTexts } from '../../ui/text.ts';
import { AskNote } from '../form/AskNote.tsx';
import type { Note } from '../form/NoteFields.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { forumName, useForumChoice } from '../ui/forums.ts';
import { Head } from '../ui/Head.tsx';
import { JobProgress } from '../ui/JobProgress.tsx';
import { When } from '../ui/When.tsx';
import { MoveThreads } from './MoveThreads.tsx';
import { Purge } from './Purge.tsx';

const VERBS = ['restore', 'hide', 'delete'] as const;
type Act = (typeof VERBS)[number] | 'move' | 'purge';

/**
 * Threads and replies, whatever their state (R23, R24): found, opened, restored, hidden, deleted,
 * moved, removed for good.
 */
export default function Threads() {
  const { t, lang } = useTexts();
  const { rest } = useStore($place);
  const kind: WrittenKind = rest === 'replies' ? 'reply' : 'thread';
  const [version, setVersion] = useState(0);
  const [asked, setAsked] = useState<{ act: Act; ids: number[] }>();
  const [job, setJob] = useState<number>();
  const forums = useForumChoice();
  const again = () => setVersion((one) => one + 1);
  const close = () => setAsked(undefined);

  const send = async (act: Exclude<Act, 'purge'>, body: Record<string, unknown>) => {
    const { changed, undo } = await call<Done>(`/v2/admin/written/${act}`, {
      method: 'POST',
      body,
    });
    tellDone(`admin.threads.done.${act}` as Key, { count: changed.length }, undo, again);
    again();
    return undefined;
  };
  const bulk = (
    [...VERBS, ...(kind === 'thread' ? (['move'] as const) : []), 'purge'] as const
  ).map((act) => ({
    name: act,
    label: t(`admin.threads.act.${act}`),
    bad: act === 'delete' || act === 'purge',
    run: async (ids: number[]) => {
      setAsked({ act, ids });
      return false as const;
    },
  }));
  const columns: Column<WrittenWire>[] = [
    {
      name: 'text',
      title: t(`admin.threads.what.${kind}`),
      cell: (row) => {
        const open = row.state === 'normal' && row.thread_state === 'normal';
        return (
          <>
            {open ? (
              <a
                className="link strong"
                href={
                  kind === 'thread'
                    ? threadPath(lang, row.thread_id)
                    : replyPath(lang, row.thread_id, row.post_id)
                }
                target="_blank"
                rel="noreferrer"
              >
                {kind === 'thread' ? row.subject : row.excerpt || t('admin.threads.picture')}
              </a>
            ) : (
              <span className="strong">
                {kind === 'thread' ? row.subject : row.excerpt || t('admin.threads.picture')}
              </span>
            )}
            {kind === 'thread' ? (
              <p className="meta clamped two">{row.excerpt}</p>
            ) : (
              <p className="meta">
                {t('admin.threads.replyTo', { floor: row.storey, subject: row.subject })}
              </p>
            )}
            <p className="meta">
              {forumName(lang, row)}
              {row.deleted_at && row.deleted_by && (
                <> · {t('admin.threads.deletedBy', { name: row.deleted_by })}</>
              )}
            </p>
          </>
        );
      },
    },
    {
      name: 'author',
      title: t('admin.threads.author'),
      width: '15%',
      cell: ({ author }) => <a href={userPath(lang, author.id)}>{author.nickname}</a>,
    },
    {
      name: 'state',
      title: t('admin.threads.column.state'),
      width: '128px',
      cell: (row) => (
        <>
          <span
            className={`dot ${{ normal: 'well', waiting: 'review', hidden: '', deleted: 'failed' }[row.state]}`}
          >
            {t(`admin.threads.state.${row.state}`)}
          </span>
          {kind === 'reply' && row.thread_state !== 'normal' && (
            <p className="meta">
              {t('admin.threads.threadIs', { state: t(`admin.threads.state.${row.thread_state}`) })}
            </p>
          )}
        </>
      ),
    },
    ...(kind === 'thread'
      ? [
          {
            name: 'replies',
            title: t('admin.threads.column.replies'),
            end: true,
            width: '76px',
            cell: (row: WrittenWire) => formatNumber(lang, row.replies),
          },
        ]
      : []),
    {
      name: 'created_at',
      title: t('admin.threads.column.at'),
      sorts: true,
      end: true,
      width: '112px',
      cell: (row) => <When at={row.created_at} />,
    },
  ];
  return (
    <>
      <Head title={t('admin.screen.threads')} text={t('admin.threads.about')} />
      <nav className="tabs-row" aria-label={t('admin.threads.tabs')}>
        <div className="tabs">
          {WRITTEN_KINDS.map((one) => (
            <a
              key={one}
              href={adminPath('threads', one === 'thread' ? '' : 'replies')}
              aria-current={one === kind ? 'page' : undefined}
            >
              {t(`admin.threads.tab.${one}`)}
            </a>
          ))}
        </div>
      </nav>
      {job !== undefined && (
        <JobProgress key={job} id={job}>
          <a className="link" href={adminPath('jobs', String(job))}>
            {t('admin.threads.purge.result')}
          </a>{' '}
          <button type="button" className="link" onClick={again}>
            {t('admin.threads.purge.again')}
          </button>
        </JobProgress>
      )}
      <DataTable
        key={kind}
        name={`written-${kind}`}
        label={t(`admin.threads.tab.${kind}`)}
        path="/v2/admin/written"
        columns={columns}
        id={(row) => row.id}
        rowName={(row) =>
          kind === 'thread'
            ? row.subject
            : t('admin.threads.replyTo', { floor: row.storey, subject: row.subject })
        }
        normal="-created_at"
        always={{ kind }}
        search={t('admin.threads.search')}
        choices={[
          forums,
          {
            name: 'state',
            label: t('admin.threads.anyState'),
            options: WRITTEN_STATES.map((one) => [one, t(`admin.threads.state.${one}`)] as const),
          },
        ]}
        typed={[
          { name: 'author', label: t('admin.threads.byAuthor'), kind: 'text' },
          { name: 'from', label: t('admin.since'), kind: 'since' },
          { name: 'to', label: t('admin.until'), kind: 'until' },
        ]}
        bulk={bulk}
        csv
        version={version}
        empty={{ title: t('admin.threads.empty.title'), text: t('admin.threads.empty.text') }}
      />
      {asked && (asked.act === 'restore' || asked.act === 'hide' || asked.act === 'delete') && (
        <AskNote
          title={t(`admin.threads.ask.${asked.act}`, { count: asked.ids.length })}
          text={t(`admin.threads.askText.${asked.act}`)}
          action={t(`admin.threads.act.${asked.act}`)}
          initial={{ note: '', notify: asked.act !== 'restore' }}
          danger={asked.act !== 'restore'}
          onClose={close}
          act={(note: Note) => send(asked.act as 'hide', { kind, ids: asked.ids, ...note })}
        />
      )}
      {asked?.act === 'move' && (
        <MoveThreads
          count={asked.ids.length}
          onClose={close}
          act={(to) => send('move', { ids: asked.ids, ...to })}
        />
      )}
      {asked?.act === 'purge' && (
        <Purge
          count={asked.ids.length}
          onClose={close}
          act={async (note) => {
            setJob(
              (
                await call<JobStartedWire>('/v2/admin/written/purge', {
                  method: 'POST',
                  body: { kind, ids: asked.ids, note },
                })
              ).job,
            );
            return undefined;
          }}
        />
      )}
    </>
  );
}
