import { Bones } from '../ui/Bones.tsx';

export default function EditThread() {
  return <Bones />;
}
