import '#styles/empty-states.css';
import { EmptyState as Drawing } from '#islands/components/EmptyState.tsx';

interface Props {
  title: string;
  text: string;
  action?: { text: string; href: string };
}

export const EmptyState = ({ action, ...texts }: Props) => (
  <Drawing {...texts}>
    {action && (
      <a className="btn" href={action.href}>
        {action.text}
      </a>
    )}
  </Drawing>
);
