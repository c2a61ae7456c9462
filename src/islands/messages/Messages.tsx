import { Bones } from '../ui/Bones.tsx';

export default function Messages() {
  return <Bones />;
}
