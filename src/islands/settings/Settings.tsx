import { Bones } from '../ui/Bones.tsx';

export default function Settings() {
  return <Bones />;
}
