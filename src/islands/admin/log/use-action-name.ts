import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/**
 * Acts that the dictionaries have words for, below `admin.log.act.`, with dots and hyphens as
 * underscores.
 */
const NAMED_ACTIONS = [
  ...[
    'restore',
    'hide',
    'delete',
    'purge',
    'approve',
    'edit',
    'pin',
    'unpin',
    'pin.everywhere',
    'unpin.everywhere',
    'digest',
    'undigest',
    'digest.forum',
    'undigest.forum',
    'close',
    'open',
    'resolve',
    'unresolve',
    'merge',
    'unmerge',
    'split',
    'unsplit',
    'move',
  ].map((verb) => `thread.${verb}`),
  ...['restore', 'hide', 'delete', 'purge', 'approve', 'edit', 'feature', 'unfeature'].map(
    (verb) => `post.${verb}`,
  ),
  ...['restore', 'hide', 'delete', 'approve', 'reject'].map((verb) => `comment.${verb}`),
  ...['ban', 'unban', 'warn', 'unwarn', 'group', 'personal', 'logout', 'search', 'signins'].map(
    (verb) => `user.${verb}`,
  ),
  ...['dismiss', 'delete', 'warn', 'ban'].map((verb) => `report.${verb}`),
  ...['create', 'edit', 'delete', 'moderators'].map((verb) => `forum.${verb}`),
  ...['section', 'theme', 'group'].flatMap((noun) =>
    ['create', 'edit', 'delete'].map((verb) => `${noun}.${verb}`),
  ),
  ...['add', 'edit', 'enable', 'disable', 'delete', 'dry-run'].map((verb) => `words.${verb}`),
  ...[
    'forums.arrange',
    'themes.arrange',
    'config.save',
    'publishing.start',
    'job.cancel',
    'revision.delete',
    'token.create',
    'token.revoke',
  ],
];

/** What an act of the log is called; its code, when nobody gave it a name. */
export function useActionName(): (action: string) => string {
  const { t } = useTexts();
  return (action) =>
    NAMED_ACTIONS.includes(action)
      ? t(`admin.log.act.${action.replaceAll(/[.-]/g, '_')}` as TranslationKey)
      : action;
}
