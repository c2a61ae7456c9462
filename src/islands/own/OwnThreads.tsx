import { Bones } from '../ui/Bones.tsx';

export default function OwnThreads() {
  return <Bones />;
}
