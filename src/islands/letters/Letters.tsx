import { Bones } from '../ui/Bones.tsx';

export default function Letters() {
  return <Bones />;
}
