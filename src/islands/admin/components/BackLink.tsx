import type { ReactNode } from 'react';
import { type AdminScreen, adminPath } from '#contracts/admin.ts';
import { Icon } from '../../components/Icon.tsx';

export const BackLink = ({ screen, children }: { screen: AdminScreen; children: ReactNode }) => (
  <a className="link back" href={adminPath(screen)}>
    <Icon name="left" />
    {children}
  </a>
);
