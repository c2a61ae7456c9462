import { useState } from 'react';
import { HOLD_REASONS } from '#contracts/admin-choices.ts';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { AdminReviewItemWire } from '#contracts/wire/admin-moderation.ts';
import { formatDay } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { showUndoToast } from '#stores/admin/undo-toast.ts';
import { call } from '#stores/client/api.ts';
import { Failure } from '#stores/client/failure.ts';
import { showErrorToast } from '#stores/client/toasts.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { MarkedText } from '../components/MarkedText.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { NoteDialog } from '../form/NoteDialog.tsx';
import type { ActionNote } from '../form/NoteFields.tsx';
import { forumName, useForumFilter } from '../hooks/use-forums.ts';
import { type Column, DataTable } from '../table/DataTable.tsx';

type Row = AdminReviewItemWire;
const KINDS = ['thread', 'reply', 'comment'] as const;

/** The default note to authors: why their post was held. */
const rejectionNoteKey = (rows: readonly Row[]): TranslationKey => {
  const reasons = new Set(rows.map((row) => row.reason));
  const reason = reasons.size === 1 ? rows[0]?.reason || 'other' : 'other';
  return `admin.review.told.${reason}` as TranslationKey;
};

/**
 * The review queue (R14, R32): held posts with the reason and marked words, to be approved or
 * rejected.
 */
export default function ReviewScreen() {
  const { t, lang } = useTexts();
  const [version, setVersion] = useState(0);
  const [rejecting, setRejecting] = useState<readonly Row[]>();
  const [stale, setStale] = useState(false);
  const forums = useForumFilter();
  const again = () => setVersion((one) => one + 1);

  /** Throws Failure. When somebody else has decided meanwhile, it says so and reloads the list. */
  const decide = async (rows: readonly Row[], action: 'approve' | 'reject', note: ActionNote) => {
    setStale(false);
    try {
      const result = await call('POST /v2/admin/review', {
        body: { items: rows.map(({ kind, id }) => ({ kind, id })), action, ...note },
      });
      showUndoToast(
        action === 'approve' ? 'admin.review.approved' : 'admin.review.rejected',
        { count: rows.length },
        result,
        again,
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error;
      setStale(true);
    }
    again();
  };
  const approve = (rows: readonly Row[]) => decide(rows, 'approve', { note: '', notify: false });

  const columns: Column<Row>[] = [
    {
      name: 'reason',
      title: t('admin.review.reason'),
      width: '132px',
      cell: (row) => (
        <span className={`dot ${row.reason === 'captcha' ? '' : 'review'}`}>
          {t(`admin.review.why.${row.reason || 'other'}` as TranslationKey)}
          <span className="meta instead">
            <RelativeTime at={row.edited_at ?? row.created_at} />
          </span>
        </span>
      ),
    },
    {
      name: 'text',
      title: t('admin.review.text'),
      cell: (row) => (
        <>
          <p className="clamped excerpt">
            <MarkedText text={row.text} matches={row.findings} />
          </p>
          {row.links.length > 0 && (
            <p className="meta">{t('admin.review.links', { links: row.links.join(' ') })}</p>
          )}
          <p className="meta">
            {t(`admin.review.kind.${row.kind}`)}{' '}
            <a
              href={
                row.kind === 'thread'
                  ? threadPath(lang, row.thread_id)
                  : replyPermalink(lang, row.thread_id, row.post_id)
              }
            >
              {row.subject}
            </a>{' '}
            · {forumName(lang, row)}
          </p>
        </>
      ),
    },
    {
      name: 'author',
      title: t('admin.review.author'),
      width: '16%',
      cell: ({ author }) => (
        <>
          <a href={userPath(lang, author.id)}>{author.nickname}</a>
          <p className="meta">
            {t('admin.review.standing', {
              count: author.posts_cnt,
              day: formatDay(lang, new Date(author.created_at)),
            })}
          </p>
        </>
      ),
    },
    {
      name: 'created_at',
      title: t('admin.review.since'),
      isEndAligned: true,
      isOptional: true,
      width: '104px',
      cell: (row) => <RelativeTime at={row.edited_at ?? row.created_at} />,
    },
    {
      name: 'decide',
      title: t('admin.review.decide'),
      width: '176px',
      cell: (row) => (
        <p className="acts">
          <Button className="small" onClick={() => void approve([row]).catch(showErrorToast)}>
            {t('admin.review.approve')}
          </Button>
          <Button className="small bad" onClick={() => setRejecting([row])}>
            {t('admin.review.reject')}
          </Button>
        </p>
      ),
    },
  ];
  return (
    <>
      <ScreenHeader title={t('admin.screen.review')} text={t('admin.review.about')} />
      {stale && (
        <div className="clash" role="alert">
          <p>{t('admin.stale')}</p>
        </div>
      )}
      <DataTable
        name="review"
        label={t('admin.screen.review')}
        call="GET /v2/admin/review"
        columns={columns}
        id={(row) => row.key}
        rowName={(row) => row.subject}
        defaultSort="created_at"
        selectFilters={[
          {
            name: 'reason',
            label: t('admin.review.anyReason'),
            options: HOLD_REASONS.map((one) => [one, t(`admin.review.why.${one}`)] as const),
          },
          {
            name: 'kind',
            label: t('admin.review.anyKind'),
            options: KINDS.map((one) => [one, t(`admin.review.kinds.${one}`)] as const),
          },
          forums,
        ]}
        bulk={[
          { name: 'approve', label: t('admin.review.approve'), run: (_, rows) => approve(rows) },
          {
            name: 'reject',
            label: t('admin.review.reject'),
            isDestructive: true,
            run: async (_, rows) => {
              setRejecting(rows);
              return false;
            },
          },
        ]}
        csv
        version={version}
        empty={{ title: t('admin.review.empty.title'), text: t('admin.review.empty.text') }}
      />
      {rejecting && (
        <NoteDialog
          title={t('admin.review.rejectTitle', { count: rejecting.length })}
          text={t('admin.review.rejectText')}
          action={t('admin.review.reject')}
          isDangerous
          initial={{ note: t(rejectionNoteKey(rejecting)), notify: true }}
          onClose={() => setRejecting(undefined)}
          onSubmit={(note) => decide(rejecting, 'reject', note)}
        />
      )}
    </>
  );
}
