import type { ThreadPage } from '#contracts/page-model.ts';
import { ReactionButton } from '#islands/components/ReactionButton.tsx';

interface Props {
  thread: Pick<ThreadPage['thread'], 'likesCnt' | 'favouritesCnt'>;
  isCompact?: boolean;
}

/** The published like and favourite buttons of a thread. */
export const ThreadReactions = ({ thread, isCompact = false }: Props) => (
  <>
    <ReactionButton act="like" count={thread.likesCnt} isCompact={isCompact} />
    <ReactionButton act="favourite" count={thread.favouritesCnt} isCompact={isCompact} />
  </>
);
