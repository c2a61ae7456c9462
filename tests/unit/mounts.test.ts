import { expect, test } from 'vitest';
import { cachesNames, findMount } from '../../scripts/doctor/mounts.ts';

/** As /proc/mounts lists the mounts with these options. */
const TABLE = `/dev/sda1 / ext4 rw,relatime 0 0
nas:/pages /srv/pages nfs4 rw,noatime,vers=4.2,hard,proto=tcp,local_lock=none,addr=10.0.0.9 0 0
nas:/zero /srv/zero nfs rw,vers=3,acregmin=0,acregmax=0,acdirmin=0,acdirmax=0,hard 0 0
nas:/none /srv/pages/none nfs4 rw,vers=4.2,hard,lookupcache=none,local_lock=none 0 0
nas:/noac /srv/with\\040space nfs4 rw,sync,acregmin=0,acdirmax=0,hard,noac 0 0
nas:/pos /srv/pos nfs4 rw,lookupcache=pos,acdirmax=1 0 0
/dev/sdb1 /srv/hidden nfs4 rw 0 0
/dev/sdc1 /srv/hidden ext4 rw 0 0
`;

const caches = (path: string): boolean => {
  const mount = findMount(TABLE, path);
  if (!mount) throw new Error(`no mount of ${path}`);
  return cachesNames(mount);
};

test('[unit] a path belongs to the longest mount point above it', () => {
  expect(findMount(TABLE, '/srv/pages/zh')?.type).toBe('nfs4');
  expect(findMount(TABLE, '/srv/pages-of-others')?.type).toBe('ext4');
  expect(findMount(TABLE, '/srv/hidden')?.type).toBe('ext4');
  expect(findMount('', '/srv')).toBeUndefined();
});

test('[unit] an NFS shows deleted pages unless its options forbid to cache names', () => {
  expect([caches('/srv/pages'), caches('/srv/pos')]).toEqual([true, true]);
  for (const path of ['/', '/srv/zero', '/srv/pages/none/zh', '/srv/with space'])
    expect(caches(path), path).toBe(false);
});
