import { useEffect, useRef, useState } from 'react';
import { $account } from '#client/account/account.ts';
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
import { useQuery } from '../hooks/use-query.ts';
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
  const { value, reload, update } = useQuery('drafts', async () => {
    const { entries, failure } = await listDrafts(userId);
    const list: ListedDraft[] = entries.map((entry) => ({ entry, isDeleted: false }));
    return { list, failure };
  });
  const busyKeys = useRef(new Set<string>());
  useEffect(() => {
    if (value?.failure?.isApiDown) void waitUntilApiUp().then(() => reload(true));
  }, [value?.failure, reload]);

  const replaceDraft = (key: string, next: ListedDraft) =>
    update(({ list, failure }) => ({
      list: list.map((draft) => (draft.entry.key === key ? next : draft)),
      failure,
    }));

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

  if (!value) return <Skeleton />;
  const { list, failure } = value;
  if (failure && list.length === 0) return <LoadError failure={failure} onRetry={reload} />;
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
