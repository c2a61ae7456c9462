import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import type { RepublishWire } from '#contracts/calls/admin/publishing-calls.ts';
import { PUBLISHED_PATH_PATTERN } from '#contracts/paths.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useForm } from '../../hooks/use-form.ts';
import { onFormSubmit, useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { JobProgress } from '../components/JobProgress.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { TabLinks } from '../components/TabLinks.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useVersion } from '../table/use-table-state.ts';
import { PublishingHealth } from './PublishingHealth.tsx';

/** A number is a thread's id; other texts are addresses, with or without the site's origin. */
function parseTarget(text: string): RepublishWire | undefined {
  const wanted = text.trim();
  if (/^[1-9]\d{0,8}$/.test(wanted)) return { what: 'thread', id: Number(wanted) };
  const path = wanted.startsWith(`${location.origin}/`)
    ? wanted.slice(location.origin.length).replace(/[?#].*$/s, '')
    : wanted;
  return PUBLISHED_PATH_PATTERN.test(path) ? { what: 'path', path } : undefined;
}

/** Starts jobs that republish a page, a thread or everything, or that check the files. */
function RepublishForm({ onDone }: { onDone(): void }) {
  const { t } = useTexts();
  const [what, setWhat] = useState('');
  const [jobId, setJobId] = useState<number>();
  const [isConfirming, setConfirming] = useState(false);
  const { failure, run } = useSubmit();
  const reason = useErrorMessage(failure);
  const { problems, touch, submit } = useForm(
    { what },
    { what: ({ what: text }) => (parseTarget(text) ? undefined : t('admin.publishing.problem')) },
  );
  const start = async (body: RepublishWire) => {
    setJobId((await call('POST /v2/admin/publishing/jobs', { body })).job);
    onDone();
  };
  const send = () =>
    run(async () => {
      const wanted = parseTarget(what);
      return submit() && wanted ? start(wanted) : false;
    });
  return (
    <section className="block">
      <h2>{t('admin.publishing.again')}</h2>
      <form className="inline" noValidate onSubmit={onFormSubmit(send)}>
        <TextField
          label={t('admin.publishing.againLabel')}
          hint={t('admin.publishing.againHint')}
          placeholder="/zh/post/42"
          value={what}
          problem={problems.what ?? reason}
          onBlur={() => what && touch('what')}
          onChange={setWhat}
        />
        <Button type="submit">{t('admin.publishing.againAction')}</Button>
        <Button onClick={() => setConfirming(true)}>{t('admin.publishing.everything')}</Button>
        <Button onClick={() => void start({ what: 'check', all: false }).catch(showErrorToast)}>
          {t('admin.publishing.check')}
        </Button>
      </form>
      {jobId !== undefined && (
        <JobProgress key={jobId} id={jobId} result={t('admin.publishing.result')} />
      )}
      {isConfirming && (
        <AdminFormDialog
          title={t('admin.publishing.everythingTitle')}
          text={t('admin.publishing.everythingText')}
          action={t('admin.publishing.everything')}
          onClose={() => setConfirming(false)}
          onSubmit={() => start({ what: 'everything' })}
        />
      )}
    </section>
  );
}

function FailuresTable({ version }: { version: number }) {
  const { t } = useTexts();
  return (
    <DataTable
      name="failures"
      label={t('admin.publishing.tab.failures')}
      call="GET /v2/admin/publishing/failures"
      columns={{
        path: {
          title: 'admin.publishing.path',
          width: '30%',
          cell: (row) => <a href={row.path}>{row.path}</a>,
        },
        message: { title: 'admin.publishing.message', cell: (row) => <code>{row.message}</code> },
        times: { title: 'admin.publishing.times', isEndAligned: true, width: '80px' },
        last_at: { title: 'admin.publishing.last', kind: 'age', isSortable: false, width: '120px' },
        next_at: {
          title: 'admin.publishing.next',
          kind: 'moment',
          isEndAligned: true,
          width: '150px',
        },
      }}
      id={(row) => row.path}
      version={version}
      empty="admin.publishing.noFailures"
    />
  );
}

function PagesTable({ version }: { version: number }) {
  const { t } = useTexts();
  return (
    <DataTable
      name="pages"
      label={t('admin.publishing.tab.pages')}
      call="GET /v2/admin/publishing/pages"
      columns={{
        path: { title: 'admin.publishing.path', cell: (row) => <a href={row.path}>{row.path}</a> },
        outdated: {
          title: 'admin.publishing.build',
          width: '160px',
          cell: (row) =>
            row.outdated ? (
              t('admin.publishing.older')
            ) : (
              <span className="meta">{t('admin.publishing.current')}</span>
            ),
        },
        tags: { title: 'admin.publishing.tags', isEndAligned: true, width: '100px' },
        rendered_at: { title: 'admin.publishing.rendered', kind: 'age', width: '130px' },
      }}
      id={(row) => row.path}
      search="admin.publishing.prefix"
      version={version}
      empty="admin.publishing.noPages"
    />
  );
}

const TABS = ['failures', 'pages'] as const;

export default function PublishingScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const [version, reload] = useVersion();
  const tab = detail === 'pages' ? 'pages' : 'failures';
  return (
    <>
      <ScreenHeader text={t('admin.publishing.about')} />
      <PublishingHealth />
      <RepublishForm onDone={reload} />
      <TabLinks
        label={t('admin.publishing.tables')}
        names={TABS}
        current={tab}
        href={(one) => adminPath('publishing', one === 'failures' ? '' : one)}
        text={(one) => t(`admin.publishing.tab.${one}`)}
      />
      {tab === 'pages' ? (
        <PagesTable key="pages" version={version} />
      ) : (
        <FailuresTable key="failures" version={version} />
      )}
    </>
  );
}
