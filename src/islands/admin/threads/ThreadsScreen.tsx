import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import { type ActionReason, reasonFields } from '#client/moderation/action-reason.ts';
import { adminPath } from '#contracts/admin.ts';
import { CONTENT_KINDS, CONTENT_STATES, type ContentKind } from '#contracts/admin-choices.ts';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { AdminContentWire } from '#contracts/wire/admin-moderation.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import { formatNumber } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { NoteDialog } from '../form/NoteDialog.tsx';
import { forumName, useForumFilter } from '../hooks/use-forums.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { MoveThreadsDialog } from './MoveThreadsDialog.tsx';
import { PurgeDialog } from './PurgeDialog.tsx';

const SIMPLE_ACTIONS = ['restore', 'hide', 'delete'] as const;
type ThreadAction = (typeof SIMPLE_ACTIONS)[number] | 'move' | 'purge';

/** Threads and replies in all states (R23, R24), with the actions on them. */
export default function ThreadsScreen() {
  const { t, lang } = useTexts();
  const { detail } = useStore($adminLocation);
  const kind: ContentKind = detail === 'replies' ? 'reply' : 'thread';
  const [version, setVersion] = useState(0);
  const [pendingAction, setPendingAction] = useState<{ act: ThreadAction; ids: number[] }>();
  const [purgeJobId, setPurgeJobId] = useState<number>();
  const forums = useForumFilter();
  const again = () => setVersion((one) => one + 1);
  const close = () => setPendingAction(undefined);
  const simpleAction = SIMPLE_ACTIONS.find((one) => one === pendingAction?.act);

  const perform = async (
    action: Exclude<ThreadAction, 'purge'>,
    ids: number[],
    reason: ActionReason,
    to: Pick<PerformActionWire, 'forum_id' | 'theme_id'> = {},
  ) => {
    const result = await call('POST /v2/admin/actions', {
      body: { action, kind, ids, ...reasonFields(reason), ...to },
    });
    showUndoToast(
      `admin.threads.done.${action}` as TranslationKey,
      { count: result.changed.length },
      result,
      again,
    );
    again();
    return undefined;
  };
  const bulk = (
    [...SIMPLE_ACTIONS, ...(kind === 'thread' ? (['move'] as const) : []), 'purge'] as const
  ).map((act) => ({
    name: act,
    label: t(`admin.threads.act.${act}`),
    bad: act === 'delete' || act === 'purge',
    run: async (ids: number[]) => {
      setPendingAction({ act, ids });
      return false as const;
    },
  }));
  const columns: Column<AdminContentWire>[] = [
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
                    : replyPermalink(lang, row.thread_id, row.post_id)
                }
                lang={foreignLang(lang, kind === 'thread' ? row.subject : row.excerpt)}
                target="_blank"
                rel="noreferrer"
              >
                {kind === 'thread' ? row.subject : row.excerpt || t('admin.threads.picture')}
              </a>
            ) : (
              <span
                className="strong"
                lang={foreignLang(lang, kind === 'thread' ? row.subject : row.excerpt)}
              >
                {kind === 'thread' ? row.subject : row.excerpt || t('admin.threads.picture')}
              </span>
            )}
            {kind === 'thread' ? (
              <p className="meta clamped two" lang={foreignLang(lang, row.excerpt)}>
                {row.excerpt}
              </p>
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
            isEndAligned: true,
            width: '76px',
            cell: (row: AdminContentWire) => formatNumber(lang, row.replies),
          },
        ]
      : []),
    {
      name: 'created_at',
      title: t('admin.threads.column.at'),
      isSortable: true,
      isEndAligned: true,
      width: '112px',
      cell: (row) => <RelativeTime at={row.created_at} />,
    },
  ];
  return (
    <>
      <ScreenHeader title={t('admin.screen.threads')} text={t('admin.threads.about')} />
      <nav className="tabs-row" aria-label={t('admin.threads.tabs')}>
        <div className="tabs">
          {CONTENT_KINDS.map((one) => (
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
      {purgeJobId !== undefined && (
        <JobProgress key={purgeJobId} id={purgeJobId}>
          <a className="link" href={adminPath('jobs', String(purgeJobId))}>
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
        call="GET /v2/admin/written"
        columns={columns}
        id={(row) => row.id}
        rowName={(row) =>
          kind === 'thread'
            ? row.subject
            : t('admin.threads.replyTo', { floor: row.storey, subject: row.subject })
        }
        defaultSort="-created_at"
        fixedQuery={{ kind }}
        search={t('admin.threads.search')}
        selectFilters={[
          forums,
          {
            name: 'state',
            label: t('admin.threads.anyState'),
            options: CONTENT_STATES.map((one) => [one, t(`admin.threads.state.${one}`)] as const),
          },
        ]}
        typedFilters={[
          { name: 'author', label: t('admin.threads.byAuthor'), kind: 'text' },
          { name: 'from', label: t('admin.since'), kind: 'since' },
          { name: 'to', label: t('admin.until'), kind: 'until' },
        ]}
        bulk={bulk}
        csv
        version={version}
        empty={{ title: t('admin.threads.empty.title'), text: t('admin.threads.empty.text') }}
      />
      {pendingAction && simpleAction && (
        <NoteDialog
          title={t(`admin.threads.ask.${simpleAction}`, { count: pendingAction.ids.length })}
          text={t(`admin.threads.askText.${simpleAction}`)}
          action={t(`admin.threads.act.${simpleAction}`)}
          initial={{ note: '', notify: simpleAction !== 'restore' }}
          isDangerous={simpleAction !== 'restore'}
          onClose={close}
          onSubmit={(reason) => perform(simpleAction, pendingAction.ids, reason)}
        />
      )}
      {pendingAction?.act === 'move' && (
        <MoveThreadsDialog
          count={pendingAction.ids.length}
          onClose={close}
          onSubmit={(reason, to) => perform('move', pendingAction.ids, reason, to)}
        />
      )}
      {pendingAction?.act === 'purge' && (
        <PurgeDialog
          count={pendingAction.ids.length}
          onClose={close}
          onSubmit={async (note) => {
            setPurgeJobId(
              (
                await call('POST /v2/admin/written/purge', {
                  body: { kind, ids: pendingAction.ids, note },
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
