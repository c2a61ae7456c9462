import type { BrandLook } from '#contracts/brand.ts';
import { policeRecordUrl, REGISTRY_URL } from '#contracts/registrations.ts';

/* The site's registration numbers, if any. */
export const Registrations = ({ look: { icp, police } }: { look: BrandLook }) =>
  (icp || police) && (
    <p lang="zh-CN">
      {icp && <a href={REGISTRY_URL}>{icp}</a>}{' '}
      {police && <a href={policeRecordUrl(police)}>{police}</a>}
    </p>
  );
