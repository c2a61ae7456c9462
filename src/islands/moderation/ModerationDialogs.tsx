import { ActionDialog } from './ActionDialog.tsx';
import { BanDialog } from './BanDialog.tsx';
import type { DialogRequest } from './dialog-store.ts';
import { WarnDialog } from './WarnDialog.tsx';

export default function ModerationDialogs({ question }: { question: DialogRequest }) {
  if ('warn' in question) return <WarnDialog occasion={question.warn} />;
  if ('ban' in question) return <BanDialog {...question.ban} />;
  return <ActionDialog key={question.order.action} order={question.order} />;
}
