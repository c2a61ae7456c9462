import type { BrandLook } from '#contracts/brand.ts';
import { policeRecordUrl, REGISTRY_URL } from '#contracts/registrations.ts';

interface Props {
  look: BrandLook;
}

export function Registrations({ look: { icp, police } }: Props) {
  return (
    <>
      {icp && <a href={REGISTRY_URL}>{icp}</a>}{' '}
      {police && <a href={policeRecordUrl(police)}>{police}</a>}
    </>
  );
}
