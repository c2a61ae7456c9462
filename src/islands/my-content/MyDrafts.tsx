import { useCallback, useEffect, useRef, useState } from 'react';
import { $account } from '#client/account/account.ts';
import type { Failure } from '#client/core/failure.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { waitUntilApiUp } from '#client/core/wait-until-api-up.ts';
import {
  type DraftEntry,
  deleteDraft,
  listDrafts,
  restoreDraft,
} from '#client/drafts/draft-list.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { Icon } from '../components/Icon.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { DraftRow } from './DraftRow.tsx';

interface ListedDraft {
  entry: DraftEntry;
  /** It was just deleted and can be restored. */
  isDeleted: boolean;
}

/** The user's drafts of all devices (R27). */
export default function MyDrafts() {
  const { t, root } = useTexts();
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [list, setList] = useState<readonly ListedDraft[]>();
  const [failure, setFailure] = useState<Failure>();
  const busyKeys = useRef(new Set<string>());

  const loadCount = useRef(0);
  const load = useCallback(async (): Promise<void> => {
    const mine = ++loadCount.current;
    const { entries, failure } = await listDrafts(userId);
    if (mine !== loadCount.current) return;
    setFailure(failure);
    setList(entries.map((entry) => ({ entry, isDeleted: false })));
    if (failure?.isApiDown)
      void waitUntilApiUp().then(() => (mine === loadCount.current ? load() : undefined));
  }, [userId]);
  useEffect(() => {
    void load();
    return () => void loadCount.current++;
  }, [load]);

  const replaceDraft = (key: string, next: ListedDraft) =>
    setList((all) => all?.map((one) => (one.entry.key === key ? next : one)));

  /** One action at a time for each draft. A failure is shown and leaves the row unchanged. */
  async function runOnce(key: string, work: () => Promise<void>): Promise<void> {
    if (busyKeys.current.has(key)) return;
    busyKeys.current.add(key);
    try {
      await work();
    } catch (error) {
      showErrorToast(error);
    } finally {
      busyKeys.current.delete(key);
    }
  }

  const remove = (entry: DraftEntry) =>
    void runOnce(entry.key, async () => {
      const whole = await deleteDraft(userId, entry);
      replaceDraft(entry.key, { entry: whole, isDeleted: true });
    });
  const undo = (entry: DraftEntry) =>
    void runOnce(entry.key, async () => {
      const back = await restoreDraft(userId, entry);
      replaceDraft(entry.key, { entry: { ...back, key: entry.key }, isDeleted: false });
    });

  if (!list) return <Skeleton />;
  if (failure && list.length === 0) return <LoadError failure={failure} onRetry={load} />;
  return (
    <div className="drafts">
      {failure && (
        <p className="paused" role="status">
          <Icon name="warn" />
          {t('draft.list.away')}
        </p>
      )}
      {list.length === 0 ? (
        <EmptyState title={t('draft.list.empty.title')} text={t('draft.list.empty.text')}>
          <a className="btn" href={clientPagePath(root, 'new')}>
            {t('clientPage.new')}
          </a>
        </EmptyState>
      ) : (
        <ul>
          {list.map(({ entry, isDeleted }) => (
            <DraftRow
              key={entry.key}
              entry={entry}
              isDeleted={isDeleted}
              onRemove={() => remove(entry)}
              onUndo={() => undo(entry)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
