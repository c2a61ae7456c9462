import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { Failure } from '#client/core/failure.ts';
import { loadDrafts } from '#client/drafts/draft-api.ts';
import { pushLocalDrafts } from '#client/drafts/draft-list.ts';
import { openNewThread, threadDraft } from '#client/drafts/thread-draft.ts';
import {
  newWriteKey,
  restoreUnsentDraft,
  startOutboxWorker,
} from '#client/outbox/store-in-outbox.ts';
import { postThread } from '#client/thread/send-thread.ts';
import { threadLanguageOf } from '#contracts/language.ts';
import { clientPagePath, parseId } from '#contracts/paths.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { Skeleton } from '../components/Skeleton.tsx';
import { TextWithTime } from '../components/TextWithTime.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { ThreadForm } from './ThreadForm.tsx';
import { ThreadOutcome } from './ThreadOutcome.tsx';
import { type SubmitState, useSubmitThread } from './use-submit-thread.ts';

const readId = (parameter: string): number | undefined =>
  parseId(new URLSearchParams(location.search).get(parameter) ?? undefined);

/** Adds the draft's id to the address, so that a reload continues with it. */
function setDraftInUrl(id: number): void {
  const url = new URL(location.href);
  if (id === (readId('draft') ?? 0)) return;
  if (id > 0) url.searchParams.set('draft', String(id));
  else url.searchParams.delete('draft');
  history.replaceState(history.state, '', url);
}

interface UnfinishedDraft {
  id: number;
  subject: string;
  at: string;
}

/** Truncates long subjects of drafts. */
const MAX_OFFERED_SUBJECT_CHARACTERS = 40;

async function findUnfinishedDraft(): Promise<UnfinishedDraft | undefined> {
  try {
    const { data } = await loadDrafts({ limit: 20 });
    const found = data.find(({ thread_id, id }) => thread_id === 0 && id !== threadDraft.$id.get());
    return (
      found && {
        id: found.id,
        subject: truncateText(found.subject, MAX_OFFERED_SUBJECT_CHARACTERS),
        at: found.updated_at,
      }
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

type DraftStart =
  | { kind: 'fresh'; left?: UnfinishedDraft | undefined }
  | { kind: 'continued' }
  | { kind: 'missing' };

/** Offers to continue an earlier draft; CSS truncates its subject further. */
function UnfinishedDraftOffer({ draft: { id, subject, at } }: { draft: UnfinishedDraft }) {
  const { t, root } = useTexts();
  return (
    <p className="offer grow" role="status">
      <span>
        <TextWithTime
          text="writing.leftBehind"
          values={{ subject: subject || t('writing.noSubject') }}
        >
          <Time at={at} />
        </TextWithTime>
      </span>{' '}
      <a className="link" href={clientPagePath(root, 'new', { draft: id })}>
        {t('writing.continue')}
      </a>
    </p>
  );
}

export default function NewThread() {
  const { t, lang, root } = useTexts();
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [beginning, setBeginning] = useState<DraftStart>();
  const id = useStore(threadDraft.$id);
  const defaultLanguage = threadLanguageOf(lang);
  const submission = useSubmitThread(userId, root);
  const { submit, clearOutcome } = submission;
  // The outbox sends the thread of a page that was closed; it is shown as pending here too.
  const queued = useStore(threadDraft.$outbox);
  const submitting: SubmitState =
    queued !== undefined && submission.submitting.step === 'writing'
      ? { step: 'pending' }
      : submission.submitting;
  function cancel(): void {
    if (submission.submitting.step === 'pending') submission.cancel();
    else void restoreUnsentDraft(threadDraft);
  }
  const begin = () =>
    threadDraft.setInitialContent({
      html: '',
      forumId: readId('forum'),
      language: defaultLanguage,
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page
  useEffect(() => {
    void startOutboxWorker();
    void (async () => {
      const wanted = readId('draft');
      // this browser's version is shown before the server's response
      const stop = threadDraft.$id.listen((shown) => {
        if (shown) setBeginning({ kind: 'continued' });
      });
      const found = await openNewThread(userId, { id: wanted, forumId: readId('forum') });
      stop();
      if (!found) begin();
      setBeginning(
        found ? { kind: 'continued' } : wanted ? { kind: 'missing' } : { kind: 'fresh' },
      );
      await pushLocalDrafts(userId);
      const left = found || wanted ? undefined : await findUnfinishedDraft();
      if (left) setBeginning((now) => (now?.kind === 'fresh' ? { kind: 'fresh', left } : now));
    })();
  }, []);
  useEffect(() => {
    if (beginning) setDraftInUrl(id);
  }, [id, beginning]);

  function startAnew(): void {
    threadDraft.startNew();
    begin();
    setBeginning({ kind: 'fresh' });
  }

  if (!beginning) return <Skeleton />;
  const left = beginning.kind === 'fresh' ? beginning.left : undefined;
  return (
    <ThreadOutcome submitting={submitting} onEdit={clearOutcome}>
      {beginning.kind === 'continued' && (
        <p className="going-on">
          {t('writing.continued')}{' '}
          <button className="link" type="button" onClick={startAnew}>
            {t('writing.startNew')}
          </button>
        </p>
      )}
      {beginning.kind === 'missing' && (
        <p className="going-on" role="status">
          {t('writing.draftMissing')}
        </p>
      )}
      <ThreadForm
        language={defaultLanguage}
        submitting={submitting}
        onSubmit={(thread) => {
          const keyed = { ...thread, key: newWriteKey() };
          submit((signal) => postThread(userId, keyed, signal));
        }}
        onCancelWait={cancel}
        onWrite={clearOutcome}
        offer={left && id === 0 && <UnfinishedDraftOffer draft={left} />}
      />
    </ThreadOutcome>
  );
}
