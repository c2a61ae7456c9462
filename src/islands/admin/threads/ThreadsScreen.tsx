import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import { type ActionReason, reasonFields } from '#client/moderation/action-reason.ts';
import { adminPath } from '#contracts/admin.ts';
import { CONTENT_KINDS, type ContentKind } from '#contracts/admin-choices.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { TabLinks } from '../components/TabLinks.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { noteFields } from '../form/FieldList.tsx';
import { forumName, toNamedChoices, useForumOptions, useForums } from '../hooks/use-forums.ts';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';
import { MergeThreadsDialog } from './MergeThreadsDialog.tsx';

const SIMPLE_ACTIONS = ['restore', 'hide', 'delete'] as const;
const THREAD_ACTIONS = ['move', 'merge'] as const;
type ThreadAction = (typeof SIMPLE_ACTIONS | typeof THREAD_ACTIONS)[number] | 'purge';

interface PendingAction {
  act: ThreadAction;
  ids: number[];
  threads: { id: number; subject: string }[];
}

interface DialogProps<Values> {
  count: number;
  onClose(): void;
  onSubmit(values: Values): Promise<unknown>;
}

function MoveThreadsDialog({
  count,
  onClose,
  onSubmit,
}: DialogProps<ActionReason & { forum_id: number; theme_id: number }>) {
  const { t, lang } = useTexts();
  const forums = useForums();
  const themesOf = (forumId: number) => forums.find((forum) => forum.id === forumId)?.themes ?? [];
  return (
    <AdminFormDialog
      title={t('admin.threads.ask.move', { count })}
      text={t('admin.threads.askText.move')}
      action={t('admin.threads.act.move')}
      initial={{ forum_id: 0, theme_id: 0, note: '', notify: true }}
      fields={({ forum_id }) => [
        {
          kind: 'choice',
          name: 'forum_id',
          label: t('admin.threads.move.forum'),
          options: [[0, t('admin.threads.move.choose')], ...toNamedChoices(lang, forums)],
        },
        themesOf(forum_id).length > 1 && {
          kind: 'choice',
          name: 'theme_id',
          label: t('admin.threads.move.theme'),
          options: [
            [0, t('admin.threads.move.first')],
            ...toNamedChoices(lang, themesOf(forum_id)),
          ],
        },
        ...noteFields(t),
      ]}
      isInactive={({ forum_id }) => forum_id === 0}
      onClose={onClose}
      onSubmit={({ forum_id, theme_id, ...reason }) => {
        const theme = themesOf(forum_id).find(({ id }) => id === theme_id);
        return onSubmit({ ...reason, forum_id, theme_id: theme?.id ?? 0 });
      }}
    />
  );
}

/** Confirms a purge, which can't be undone: the administrator types the number of posts. */
function PurgeDialog({ count, onClose, onSubmit }: DialogProps<string>) {
  const { t } = useTexts();
  const word = t('admin.threads.purge.word', { count });
  return (
    <AdminFormDialog
      title={t('admin.threads.purge.title', { count })}
      text={t('admin.threads.purge.text')}
      action={t('admin.threads.act.purge')}
      initial={{ note: '', typed: '' }}
      fields={[
        {
          name: 'note',
          label: t('admin.note.label'),
          hint: t('admin.threads.purge.noteHint'),
          rows: 2,
          max: MAX_REASON_CHARACTERS,
        },
        { name: 'typed', label: t('admin.threads.purge.type', { word }), max: 40 },
      ]}
      isDangerous
      requiresFreshLogin
      isInactive={({ typed }) => typed.trim().toLowerCase() !== word.toLowerCase()}
      onClose={onClose}
      onSubmit={({ note }) => onSubmit(note.trim())}
    />
  );
}

/** Threads and replies in all states (R23, R24), with the actions on them. */
export default function ThreadsScreen() {
  const { t, lang } = useTexts();
  const { detail } = useStore($adminLocation);
  const kind: ContentKind = detail === 'replies' ? 'reply' : 'thread';
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const [purgeJobId, setPurgeJobId] = useState<number>();
  const forums = useForumOptions();
  const [version, again] = useVersion();
  const close = () => setPendingAction(undefined);
  const simpleAction = SIMPLE_ACTIONS.find((one) => one === pendingAction?.act);

  const perform = async (
    action: Exclude<ThreadAction, 'merge' | 'purge'>,
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
  };
  const bulk = (
    [...SIMPLE_ACTIONS, ...(kind === 'thread' ? THREAD_ACTIONS : []), 'purge'] as const
  ).map((act) => ({
    name: act,
    label: t(`admin.threads.act.${act}`),
    isDestructive: act === 'delete' || act === 'purge',
    ...(act === 'merge' && { min: 2 }),
    run: async (ids: number[], rows: PendingAction['threads']) => {
      setPendingAction({ act, ids, threads: rows });
      return false as const;
    },
  }));
  return (
    <>
      <ScreenHeader text={t('admin.threads.about')} />
      <TabLinks
        label={t('admin.threads.tabs')}
        names={CONTENT_KINDS}
        current={kind}
        href={(one) => adminPath('threads', one === 'thread' ? '' : 'replies')}
        text={(one) => t(`admin.threads.tab.${one}`)}
      />
      {purgeJobId !== undefined && (
        <JobProgress key={purgeJobId} id={purgeJobId} result={t('admin.threads.purge.result')}>
          {' '}
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
        columns={{
          text: {
            title: `admin.threads.what.${kind}`,
            cell: (row) => {
              const open = row.state === 'normal' && row.thread_state === 'normal';
              const title = kind === 'thread' ? row.subject : row.excerpt;
              const shown = {
                lang: foreignLang(lang, title),
                children: title || t('admin.threads.picture'),
              };
              return (
                <>
                  {open ? (
                    <a
                      {...shown}
                      className="link strong"
                      href={
                        kind === 'thread'
                          ? threadPath(lang, row.thread_id)
                          : replyPermalink(lang, row.thread_id, row.post_id)
                      }
                      target="_blank"
                      rel="noreferrer"
                    />
                  ) : (
                    <span {...shown} className="strong" />
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
          author: {
            title: 'admin.threads.author',
            width: '15%',
            cell: ({ author }) => <a href={userPath(lang, author.id)}>{author.nickname}</a>,
          },
          state: {
            title: 'admin.threads.column.state',
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
                    {t('admin.threads.threadIs', {
                      state: t(`admin.threads.state.${row.thread_state}`),
                    })}
                  </p>
                )}
              </>
            ),
          },
          ...(kind === 'thread' && {
            replies: { title: 'admin.threads.column.replies', kind: 'number', width: '76px' },
          }),
          created_at: { title: 'admin.threads.column.at', kind: 'age', width: '112px' },
        }}
        rowName={(row) =>
          kind === 'thread'
            ? row.subject
            : t('admin.threads.replyTo', { floor: row.storey, subject: row.subject })
        }
        fixedQuery={{ kind }}
        search="admin.threads.search"
        options={{ forum_id: forums }}
        bulk={bulk}
        version={version}
        empty="admin.threads.empty"
      />
      {pendingAction && simpleAction && (
        <AdminFormDialog
          title={t(`admin.threads.ask.${simpleAction}`, { count: pendingAction.ids.length })}
          text={t(`admin.threads.askText.${simpleAction}`)}
          action={t(`admin.threads.act.${simpleAction}`)}
          initial={{ note: '', notify: simpleAction !== 'restore' }}
          fields={noteFields(t)}
          isDangerous={simpleAction !== 'restore'}
          onClose={close}
          onSubmit={(reason) => perform(simpleAction, pendingAction.ids, reason)}
        />
      )}
      {pendingAction?.act === 'move' && (
        <MoveThreadsDialog
          count={pendingAction.ids.length}
          onClose={close}
          onSubmit={({ forum_id, theme_id, ...reason }) =>
            perform('move', pendingAction.ids, reason, {
              forum_id,
              ...(theme_id ? { theme_id } : {}),
            })
          }
        />
      )}
      {pendingAction?.act === 'merge' && (
        <MergeThreadsDialog threads={pendingAction.threads} onChanged={again} onClose={close} />
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
          }}
        />
      )}
    </>
  );
}
