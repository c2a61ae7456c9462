import { Bones } from '../ui/Bones.tsx';

export default function Drafts() {
  return <Bones />;
}
