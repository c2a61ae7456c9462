import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { threadLanguageOf } from '#contracts/language.ts';
import { roomPath } from '#contracts/paths.ts';
import { $account } from '#stores/account.ts';
import { getDrafts } from '#stores/draft-calls.ts';
import { sendKept } from '#stores/drafts.ts';
import { Failure } from '#stores/failure.ts';
import { openNewThread, threadDraft } from '#stores/thread-draft.ts';
import { postThread } from '#stores/threads.ts';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { ProblemView } from '../ui/ProblemView.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { Held } from './Held.tsx';
import { ThreadForm } from './ThreadForm.tsx';
import { useSubmitting } from './useSubmitting.ts';

const asked = (name: string): number | undefined => {
  const id = new URLSearchParams(location.search).get(name);
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined;
};

/** The address of a draft that has a number: who reloads goes on with it. */
function name(id: number): void {
  const url = new URL(location.href);
  if (id === (asked('draft') ?? 0)) return;
  if (id > 0) url.searchParams.set('draft', String(id));
  else url.searchParams.delete('draft');
  history.replaceState(history.state, '', url);
}

interface Left {
  id: number;
  subject: string;
  at: string;
}

/** The latest thread that somebody began and left. */
async function leftBehind(): Promise<Left | undefined> {
  try {
    const { data } = await getDrafts({ limit: 20 });
    const found = data.find((one) => one.thread_id === 0 && one.id !== threadDraft.$id.get());
    return found && { id: found.id, subject: found.subject, at: found.updated_at };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

type Beginning =
  | { kind: 'fresh'; left?: Left | undefined }
  | { kind: 'continued' }
  | { kind: 'gone' };

/** The page on which a thread is written. */
export default function NewThread() {
  const { t, lang, root } = useTexts();
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [beginning, setBeginning] = useState<Beginning>();
  const id = useStore(threadDraft.$id);
  const usual = threadLanguageOf(lang);
  const { submitting, submit, cancel, goOn } = useSubmitting(userId, root);
  const begin = () => threadDraft.begin({ html: '', forumId: asked('forum'), language: usual });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the page
  useEffect(() => {
    void (async () => {
      const wanted = asked('draft');
      const found = await openNewThread(userId, { id: wanted, forumId: asked('forum') });
      if (!found) begin();
      setBeginning(found ? { kind: 'continued' } : wanted ? { kind: 'gone' } : { kind: 'fresh' });
      await sendKept(userId);
      const left = found || wanted ? undefined : await leftBehind();
      if (left) setBeginning((now) => (now?.kind === 'fresh' ? { kind: 'fresh', left } : now));
    })();
  }, []);
  useEffect(() => {
    if (beginning) name(id);
  }, [id, beginning]);

  function anew(): void {
    threadDraft.turn();
    begin();
    setBeginning({ kind: 'fresh' });
  }

  if (!beginning) return <Bones />;
  if (submitting.step === 'held') return <Held />;
  if (submitting.step === 'refused' && submitting.failure.problem) {
    return (
      <ProblemView code={submitting.failure.problem} level={2}>
        <Button onClick={goOn}>{t('composer.edit')}</Button>
      </ProblemView>
    );
  }
  return (
    <>
      {beginning.kind === 'continued' && (
        <p className="going-on">
          {t('writing.continued')}{' '}
          <button className="link" type="button" onClick={anew}>
            {t('writing.anew')}
          </button>
        </p>
      )}
      {beginning.kind === 'gone' && (
        <p className="going-on" role="status">
          {t('writing.draftGone')}
        </p>
      )}
      {beginning.kind === 'fresh' && beginning.left && (
        <p className="going-on" role="status">
          {t('writing.leftBehind', { subject: beginning.left.subject || t('writing.noSubject') })}{' '}
          <Time at={beginning.left.at} />{' '}
          <a className="link" href={roomPath(root, 'new', { draft: beginning.left.id })}>
            {t('writing.continue')}
          </a>
        </p>
      )}
      <ThreadForm
        language={usual}
        submitting={submitting}
        onSubmit={(thread) => submit((signal) => postThread(thread, signal))}
        onCancelWait={cancel}
        onWrite={goOn}
      />
    </>
  );
}
