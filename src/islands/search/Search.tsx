import { Bones } from '../ui/Bones.tsx';

export default function Search() {
  return <Bones />;
}
