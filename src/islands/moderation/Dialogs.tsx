import { ActDialog } from './ActDialog.tsx';
import type { Question } from './asking.ts';
import { BanDialog } from './BanDialog.tsx';
import { WarnDialog } from './WarnDialog.tsx';

/** What a moderator is asked now. */
export default function Dialogs({ question }: { question: Question }) {
  if ('warn' in question) return <WarnDialog occasion={question.warn} />;
  if ('ban' in question) return <BanDialog {...question.ban} />;
  return <ActDialog key={question.order.act} order={question.order} />;
}
