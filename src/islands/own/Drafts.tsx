import { useCallback, useEffect, useRef, useState } from 'react';
import { roomPath } from '#contracts/paths.ts';
import { $account } from '#stores/account.ts';
import { type DraftEntry, discard, listDrafts, restore } from '#stores/drafts.ts';
import type { Failure } from '#stores/failure.ts';
import { recovery } from '#stores/recovery.ts';
import { report } from '#stores/tips.ts';
import { Bones } from '../ui/Bones.tsx';
import { Icon } from '../ui/Icon.tsx';
import { State } from '../ui/State.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { DraftRow } from './DraftRow.tsx';

interface Listed {
  entry: DraftEntry;
  /** Thrown away a moment ago: it can still be brought back. */
  gone: boolean;
}

/** Everything that somebody has begun and not sent, on any device (R27). */
export default function Drafts() {
  const { t, root } = useTexts();
  const [userId] = useState(() => $account.get()?.id ?? 0);
  const [list, setList] = useState<readonly Listed[]>();
  const [failure, setFailure] = useState<Failure>();
  const busy = useRef(new Set<string>());

  const turn = useRef(0);
  const load = useCallback(async (): Promise<void> => {
    const mine = ++turn.current;
    const { entries, failure } = await listDrafts(userId);
    if (mine !== turn.current) return;
    setFailure(failure);
    setList(entries.map((entry) => ({ entry, gone: false })));
    if (failure?.away) void recovery().then(() => (mine === turn.current ? load() : undefined));
  }, [userId]);
  useEffect(() => {
    void load();
    return () => void turn.current++;
  }, [load]);

  const put = (key: string, next: Listed) =>
    setList((all) => all?.map((one) => (one.entry.key === key ? next : one)));

  /** One thing at a time for each draft; what fails is told, and leaves the row as it was. */
  async function once(key: string, work: () => Promise<void>): Promise<void> {
    if (busy.current.has(key)) return;
    busy.current.add(key);
    try {
      await work();
    } catch (error) {
      report(error);
    } finally {
      busy.current.delete(key);
    }
  }

  const remove = (entry: DraftEntry) =>
    void once(entry.key, async () => {
      await discard(userId, entry);
      put(entry.key, { entry, gone: true });
    });
  const undo = (entry: DraftEntry) =>
    void once(entry.key, async () => {
      const back = await restore(userId, entry);
      put(entry.key, { entry: { ...back, key: entry.key }, gone: false });
    });

  if (!list) return <Bones />;
  if (failure && list.length === 0) return <Trouble failure={failure} onAgain={load} />;
  return (
    <div className="drafts">
      {failure && (
        <p className="paused" role="status">
          <Icon name="warn" />
          {t('draft.list.away')}
        </p>
      )}
      {list.length === 0 ? (
        <State title={t('draft.list.empty.title')} text={t('draft.list.empty.text')}>
          <a className="btn" href={roomPath(root, 'new')}>
            {t('room.new')}
          </a>
        </State>
      ) : (
        <ul>
          {list.map(({ entry, gone }) => (
            <DraftRow
              key={entry.key}
              entry={entry}
              gone={gone}
              onRemove={() => remove(entry)}
              onUndo={() => undo(entry)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
