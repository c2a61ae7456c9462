import { Bones } from '../ui/Bones.tsx';

export default function OwnReplies() {
  return <Bones />;
}
