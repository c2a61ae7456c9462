import { Bones } from '../ui/Bones.tsx';

export default function Favourites() {
  return <Bones />;
}
