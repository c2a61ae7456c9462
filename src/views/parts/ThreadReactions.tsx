import type { ThreadPage } from '#contracts/page-model.ts';
import { ReactionButton } from '#islands/components/ReactionButton.tsx';

interface Props {
  thread: Pick<ThreadPage['thread'], 'likesCnt' | 'favouritesCnt'>;
  isCompact?: boolean;
}

/** The buttons that like a thread and make it a favourite, as they are published. */
export const ThreadReactions = ({ thread, isCompact = false }: Props) => (
  <>
    <ReactionButton act="like" count={thread.likesCnt} isCompact={isCompact} />
    <ReactionButton act="favourite" count={thread.favouritesCnt} isCompact={isCompact} />
  </>
);
