import { Icon } from './Icon.tsx';
import { Menu, MenuButton } from './Menu.tsx';

interface Props {
  label: string;
  action: string;
  onReport(): void;
}

export function ReportMenuItems({ label, action, onReport }: Props) {
  const trigger = (
    <button type="button" className="more-acts" data-act="report" aria-label={label}>
      <Icon name="more" />
    </button>
  );
  return (
    <Menu trigger={trigger} container={document.querySelector('#main')} open>
      <MenuButton onClick={onReport}>
        <Icon name="report" />
        {action}
      </MenuButton>
    </Menu>
  );
}
