import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { $account, type Account } from '#client/account/account.ts';
import { parseListAddress, parsePath } from '#contracts/paths.ts';

type Card = ComponentType<{ account: Account }>;

const Nothing: Card = () => null;
/** If the file can't be loaded, nothing is offered. */
const WelcomeCard = lazy<Card>(() =>
  import('./WelcomeCard.tsx').catch(() => ({ default: Nothing })),
);

/** Whether the page is one of the home page's lists. */
const isHomePage = (): boolean =>
  parseListAddress(parsePath(location.pathname)?.rest.join('/')) !== undefined;

/** The welcome on the home page, fetched only for members to whom it is offered. */
export function LazyWelcome() {
  const account = useStore($account);
  return account?.welcome && isHomePage() ? (
    <Suspense>
      <WelcomeCard account={account} />
    </Suspense>
  ) : null;
}
