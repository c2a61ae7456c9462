import { roomPath } from '#contracts/paths.ts';
import { ownThreads } from '#stores/own.ts';
import { useAddress, within } from '../ui/address.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';
import { type OwnAddress, ownPath, parseOwn } from './address.ts';
import { OwnList, Periods } from './OwnList.tsx';
import { ThreadRow } from './ThreadRow.tsx';

/** Threads that the reader began, with those that others don't see. */
export default function OwnThreads() {
  const { t, lang } = useTexts();
  const { query, go } = useAddress();
  const address = parseOwn(query);
  const { period, page } = address;
  const path = (change: Partial<OwnAddress>) => ownPath(lang, 'me/threads', { ...address, ...change });
  const empty =
    period === 'all' ? (
      <State title={t('user.emptyThreads.title')} text={t('own.emptyThreads')}>
        <a className="btn" href={roomPath(lang, 'new')}>
          {t('room.new')}
        </a>
      </State>
    ) : (
      <State title={t('own.emptyPeriod.title')} text={t('own.emptyPeriod.text')}>
        <a className="btn" href={path({ period: 'all', page: 1 })} onClick={within(go)}>
          {t('own.emptyPeriod.action')}
        </a>
      </State>
    );
  return (
    <>
      <Periods period={period} onChange={(chosen) => go(path({ period: chosen, page: 1 }))} />
      <OwnList address={path({})} load={() => ownThreads(period, page)} page={page} href={(number) => path({ page: number })} go={go} empty={empty}>
        {(threads) => (
          <ul className="rows">
            {threads.map((thread) => (
              <li key={thread.id} className="row">
                <ThreadRow thread={thread} />
              </li>
            ))}
          </ul>
        )}
      </OwnList>
    </>
  );
}
