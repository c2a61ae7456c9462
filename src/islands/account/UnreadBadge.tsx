/** The unread count of a link, whose label says it in words. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="unread" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
