import { ReactionButton } from '../components/ReactionButton.tsx';
import { useReaction } from '../hooks/use-reaction.ts';

interface Props {
  threadId: number;
  isCompact?: boolean;
}

export function ThreadReactions({ threadId, isCompact = false }: Props) {
  const like = useReaction('like-thread', threadId);
  const favourite = useReaction('favourite-thread', threadId);
  return (
    <>
      <ReactionButton
        act="like"
        count={like.count}
        isOn={like.on}
        isCompact={isCompact}
        onPress={like.press}
      />
      <ReactionButton
        act="favourite"
        count={favourite.count}
        isOn={favourite.on}
        isCompact={isCompact}
        onPress={favourite.press}
      />
    </>
  );
}
