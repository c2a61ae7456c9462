import { Suspense, useEffect, useState } from 'react';
import { type Problem, parseId, threadPath } from '#contracts/paths.ts';
import type { ThreadSourceWire } from '#contracts/wire/writing.ts';
import { $account } from '#stores/account.ts';
import type { DraftContent } from '#stores/draft-sheets.ts';
import { Failure } from '#stores/failure.ts';
import type { Because } from '#stores/moderation/acts.ts';
import { recovery } from '#stores/recovery.ts';
import { openEdit, threadDraft } from '#stores/thread-draft.ts';
import { changeThread, loadSource } from '#stores/threads.ts';
import { LaterBecause } from '../moderation/LaterBecause.tsx';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { PollView } from '../ui/PollView.tsx';
import { ProblemView } from '../ui/ProblemView.tsx';
import { useTexts } from '../ui/text.ts';
import { Conflict } from './Conflict.tsx';
import { Held } from './Held.tsx';
import { type ReadyThread, ThreadForm } from './ThreadForm.tsx';
import { useSubmitting } from './useSubmitting.ts';

const contentOf = ({
  message,
  subject,
  forum_id,
  type_id,
  language,
  revision,
}: ThreadSourceWire): DraftContent => ({
  html: message,
  subject,
  forumId: forum_id,
  themeId: type_id,
  language,
  revision,
});

/** Asks until the product answers. */
async function source(id: number): Promise<ThreadSourceWire> {
  for (;;) {
    try {
      return await loadSource(id);
    } catch (error) {
      if (!(error instanceof Failure) || !error.away) throw error;
      await recovery();
    }
  }
}

/**
 * Has the thread's page tell a moderator that it was changed, with the way back to what stood there
 * unless somebody else has changed it since.
 */
async function keepEdited(
  threadId: number,
  { type_id, subject, message, language }: ThreadSourceWire,
): Promise<void> {
  const [{ keepNotice }, { revision }] = await Promise.all([
    import('#stores/moderation/notice.ts'),
    loadSource(threadId),
  ]);
  keepNotice({
    key: 'moderation.done.edit',
    undo: [
      {
        method: 'PUT',
        path: '/api/v1/thread',
        body: { id: threadId, type_id, subject, message, language, revision },
      },
    ],
  });
}

/** The page on which a thread is changed. */
export default function EditThread() {
  const { t, root } = useTexts();
  const [threadId] = useState(
    () => parseId(new URLSearchParams(location.search).get('id') ?? '') ?? 0,
  );
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [stored, setStored] = useState<ThreadSourceWire>();
  const [theirs, setTheirs] = useState<ThreadSourceWire>();
  const [failed, setFailed] = useState<Failure | Problem>();
  const [continued, setContinued] = useState(false);
  const [because, setBecause] = useState<Because>({ note: '', notify: true });
  const { submitting, submit, cancel, goOn } = useSubmitting(userId, root, threadId);

  useEffect(() => {
    if (threadId === 0) return setFailed(404);
    void (async () => {
      try {
        const now = await source(threadId);
        const found = await openEdit(userId, threadId, now.post_id);
        if (!found) threadDraft.begin(contentOf(now));
        setContinued(found);
        // What was written from an older text must not silently take the place of a newer one.
        if (found && (threadDraft.$content.get().revision ?? 0) !== now.revision) setTheirs(now);
        setStored(now);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        setFailed(error);
      }
    })();
  }, [threadId, userId]);

  const others = stored !== undefined && stored.user_id !== userId;
  const refused = submitting.step === 'refused' ? submitting.failure : undefined;
  const conflict = refused?.code === 'conflict';
  useEffect(() => {
    if (conflict) void source(threadId).then(setTheirs, (error: Failure) => setFailed(error));
  }, [conflict, threadId]);

  function save(thread: ReadyThread): void {
    if (!stored) return;
    const revision = threadDraft.$content.get().revision ?? stored.revision;
    submit(async (signal) => {
      const changed = await changeThread(
        { id: threadId, revision, ...thread, because: others ? because : undefined },
        signal,
      );
      // it was saved all the same, and the history has what stood there
      if (others) await keepEdited(threadId, stored).catch(() => undefined);
      return changed;
    });
  }

  /** What is written here is to take the place of theirs. */
  function keepMine(now: ThreadSourceWire): void {
    setStored(now);
    threadDraft.change({ revision: now.revision });
    setTheirs(undefined);
    goOn();
  }

  /** Theirs is gone on with; what was written here stays among the drafts. */
  function takeTheirs(now: ThreadSourceWire): void {
    setStored(now);
    threadDraft.turn();
    threadDraft.begin(contentOf(now));
    setContinued(false);
    setTheirs(undefined);
    goOn();
  }

  async function discard(): Promise<void> {
    if (!stored) return;
    await threadDraft.drop();
    threadDraft.begin(contentOf(stored));
    setContinued(false);
  }

  const problem =
    failed instanceof Failure ? (failed.problem ?? (failed.code === 'banned' ? 403 : 500)) : failed;
  if (problem) return <ProblemView code={problem} level={2} />;
  if (!stored) return <Bones />;
  if (submitting.step === 'held') return <Held />;
  if (refused?.problem) {
    return (
      <ProblemView code={refused.problem} level={2}>
        <Button onClick={goOn}>{t('composer.edit')}</Button>
      </ProblemView>
    );
  }
  const poll = stored.poll_list;
  return (
    <>
      <p className="going-on">
        <a className="link" href={threadPath(root, threadId)}>
          {t('writing.back')}
        </a>
        {continued && (
          <>
            {' '}
            · {t('writing.continued')}{' '}
            <button className="link" type="button" onClick={() => void discard()}>
              {t('writing.discard')}
            </button>
          </>
        )}
      </p>
      {theirs && (
        <Conflict
          theirs={theirs}
          onKeepMine={() => keepMine(theirs)}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      <ThreadForm
        was={contentOf(stored)}
        language={stored.language}
        {...(poll ? { poll } : {})}
        submitting={conflict ? { step: 'writing' } : submitting}
        onSubmit={save}
        onCancelWait={cancel}
        onWrite={goOn}
      >
        {poll && (
          <>
            <PollView poll={poll} />
            <p className="hint">{t('writing.poll.fixed')}</p>
          </>
        )}
        {others && (
          <Suspense>
            <LaterBecause value={because} onChange={setBecause} />
          </Suspense>
        )}
      </ThreadForm>
    </>
  );
}
