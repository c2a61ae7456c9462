import { Suspense, useEffect, useRef, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { Failure } from '#client/core/failure.ts';
import { retryUntilApiUp } from '#client/core/retry-until-api-up.ts';
import type { DraftContent } from '#client/drafts/draft-records.ts';
import { openThreadEdit, threadDraft } from '#client/drafts/thread-draft.ts';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { toPoll } from '#client/thread/from-wire.ts';
import { editThread, loadThreadSource } from '#client/thread/send-thread.ts';
import { type ErrorPageCode, parseId, threadPath } from '#contracts/paths.ts';
import type { ThreadSourceWire } from '#contracts/wire/requests.ts';
import { Button } from '../components/Button.tsx';
import { PollView } from '../components/PollView.tsx';
import { ProblemView } from '../components/ProblemView.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { LazyReasonField } from '../moderation/LazyReasonField.tsx';
import { ThreadForm, type ThreadToSend } from './ThreadForm.tsx';
import { ThreadOutcome } from './ThreadOutcome.tsx';
import { useSubmitThread } from './use-submit-thread.ts';

interface ConflictProps {
  theirs: ThreadSourceWire;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Shown after another user's edit: both texts, and the choice between them. */
function ThreadConflict({ theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  const { t } = useTexts();
  const view = useRef<HTMLElement>(null);
  useEffect(() => view.current?.focus(), []);
  return (
    <section className="conflict" ref={view} tabIndex={-1} role="alert">
      <h2>{t('writing.conflict.title')}</h2>
      <p>{t('writing.conflict.text')}</p>
      <details open>
        <summary>{t('writing.conflict.theirs')}</summary>
        <h3>{theirs.subject}</h3>
        <UserHtml key={theirs.revision} html={theirs.message} />
      </details>
      <div className="ways">
        <Button onClick={onKeepMine}>{t('writing.conflict.mine')}</Button>
        <Button onClick={onTakeTheirs}>{t('writing.conflict.take')}</Button>
      </div>
    </section>
  );
}

const sourceToContent = (source: ThreadSourceWire): DraftContent => ({
  html: source.message,
  subject: source.subject,
  forumId: source.forum_id,
  themeId: source.type_id,
  language: source.language,
  revision: source.revision,
});

/** Loads the stored thread, retrying until the API is up. */
const loadSourceWithRetry = (id: number): Promise<ThreadSourceWire> =>
  retryUntilApiUp(() => loadThreadSource(id), new AbortController().signal);

/** Stores the notice of a moderator's edit for the thread's page, with an undo. */
async function storeEditNotice(
  threadId: number,
  { type_id, subject, message, language }: ThreadSourceWire,
): Promise<void> {
  const [{ storeNotice }, { revision }] = await Promise.all([
    import('#client/moderation/action-notice.ts'),
    loadThreadSource(threadId),
  ]);
  storeNotice({
    key: 'moderation.done.edit',
    undo: [{ editThread: { id: threadId, type_id, subject, message, language, revision } }],
  });
}

export default function EditThread() {
  const { t, root } = useTexts();
  const [threadId] = useState(
    () => parseId(new URLSearchParams(location.search).get('id') ?? '') ?? 0,
  );
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [stored, setStored] = useState<ThreadSourceWire>();
  const [theirVersion, setTheirVersion] = useState<ThreadSourceWire>();
  const [failed, setFailed] = useState<Failure | ErrorPageCode>();
  const [isContinued, setIsContinued] = useState(false);
  const [reason, setReason] = useState<ActionReason>({ note: '', notify: true });
  const { submitting, submit, cancel, clearOutcome } = useSubmitThread(userId, root, threadId);

  useEffect(() => {
    if (threadId === 0) return setFailed(404);
    void (async () => {
      try {
        const now = await loadSourceWithRetry(threadId);
        const found = await openThreadEdit(userId, threadId, now.post_id);
        if (!found) threadDraft.setInitialContent(sourceToContent(now));
        setIsContinued(found);
        // A text based on an older version must not silently replace a newer one.
        if (found && (threadDraft.$content.get().revision ?? 0) !== now.revision)
          setTheirVersion(now);
        setStored(now);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        setFailed(error);
      }
    })();
  }, [threadId, userId]);

  const isOthers = stored !== undefined && stored.user_id !== userId;
  const refused = submitting.step === 'refused' ? submitting.failure : undefined;
  const conflict = refused?.code === 'conflict';
  useEffect(() => {
    if (conflict)
      void loadSourceWithRetry(threadId).then(setTheirVersion, (error: Failure) =>
        setFailed(error),
      );
  }, [conflict, threadId]);

  function save(thread: ThreadToSend): void {
    if (!stored) return;
    const revision = threadDraft.$content.get().revision ?? stored.revision;
    submit(async (signal) => {
      const changed = await editThread(
        { id: threadId, revision, ...thread, reason: isOthers ? reason : undefined },
        signal,
      );
      // the edit is saved in any case, and the history has the previous text
      if (isOthers) await storeEditNotice(threadId, stored).catch(() => undefined);
      return changed;
    });
  }

  /** Saves this text over the other version. */
  function keepMine(now: ThreadSourceWire): void {
    setStored(now);
    threadDraft.change({ revision: now.revision });
    setTheirVersion(undefined);
    clearOutcome();
  }

  /** Continues with the other version; this text stays in the drafts. */
  function takeTheirs(now: ThreadSourceWire): void {
    setStored(now);
    threadDraft.startNew();
    threadDraft.setInitialContent(sourceToContent(now));
    setIsContinued(false);
    setTheirVersion(undefined);
    clearOutcome();
  }

  async function discard(): Promise<void> {
    if (!stored) return;
    await threadDraft.discard();
    threadDraft.setInitialContent(sourceToContent(stored));
    setIsContinued(false);
  }

  const problem =
    failed instanceof Failure
      ? (failed.errorPage ?? (failed.code === 'banned' ? 403 : 500))
      : failed;
  if (problem) return <ProblemView code={problem} level={2} />;
  if (!stored) return <Skeleton />;
  const poll = stored.poll_list && toPoll(stored.poll_list);
  return (
    <ThreadOutcome submitting={submitting} onEdit={clearOutcome}>
      <p className="going-on">
        <a className="link" href={threadPath(root, threadId)}>
          {t('writing.back')}
        </a>
        {isContinued && (
          <>
            {' '}
            · {t('writing.continued')}{' '}
            <button className="link" type="button" onClick={() => void discard()}>
              {t('writing.discard')}
            </button>
          </>
        )}
      </p>
      {theirVersion && (
        <ThreadConflict
          theirs={theirVersion}
          onKeepMine={() => keepMine(theirVersion)}
          onTakeTheirs={() => takeTheirs(theirVersion)}
        />
      )}
      <ThreadForm
        original={sourceToContent(stored)}
        language={stored.language}
        {...(poll ? { poll } : {})}
        submitting={conflict ? { step: 'writing' } : submitting}
        onSubmit={save}
        onCancelWait={cancel}
        onWrite={clearOutcome}
      >
        {poll && (
          <>
            <PollView poll={poll} />
            <p className="hint">{t('writing.poll.fixed')}</p>
          </>
        )}
        {isOthers && (
          <Suspense>
            <LazyReasonField value={reason} onChange={setReason} />
          </Suspense>
        )}
      </ThreadForm>
    </ThreadOutcome>
  );
}
