import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { $reported, type ReportTarget } from '#client/thread/report.ts';
import { LazyMenu } from '../components/LazyMenu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { PostMenuProps } from './PostMenu.tsx';

const loadMenu = () => import('./PostMenu.tsx').then((module) => module.PostMenu);

interface Props {
  kind: Extract<ReportTarget['kind'], 'thread' | 'reply'>;
  postId: number;
  authorId: number;
  own: NonNullable<PostMenuProps['own']>;
}

export function PostMenuButton({ kind, postId, authorId, own }: Props) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  if (reader === undefined) return null;
  return (
    <LazyMenu
      label={t('own.menu')}
      load={loadMenu}
      menu={{
        label: t('own.menu'),
        postId,
        own: reader === authorId ? own : undefined,
        onReport: () => $reported.set({ kind, postId }),
      }}
    />
  );
}
