import { useTexts } from '../hooks/use-texts.ts';
import { Icon } from './Icon.tsx';
import { LazyMenu } from './LazyMenu.tsx';

interface Props {
  label: string;
  onReport(): void;
}

const loadMenu = () => import('./ReportMenuItems.tsx').then((module) => module.ReportMenuItems);

/** The menu of others' comments and private messages, which can be reported. */
export function ReportMenu({ label, onReport }: Props) {
  const { t } = useTexts();
  return (
    <LazyMenu
      label={label}
      load={loadMenu}
      menu={{ label, action: t('report.action'), onReport }}
      button={{ className: 'more-acts', 'data-act': 'report', children: <Icon name="more" /> }}
    />
  );
}
