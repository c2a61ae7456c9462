import { Bones } from '../ui/Bones.tsx';

export default function NewThread() {
  return <Bones />;
}
