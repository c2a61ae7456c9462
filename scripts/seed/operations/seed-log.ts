import { userIdOf } from '../people.ts';
import { OPERATION_DAYS, type OperationsSeed } from './operations-seed.ts';

const HOUR_MS = 3_600_000;
/** Marks of threads in content files, and the actions that set them. */
const MARK_ACTIONS = {
  announced: 'thread.pin.everywhere',
  pinned: 'thread.pin',
  digest: 'thread.digest',
  closed: 'thread.close',
  hidden: 'thread.hide',
} as const;

/** Moderators' actions of the last weeks, some hours after each thread or reply. */
function logMarks(seed: OperationsSeed): void {
  const since = seed.hoursAgo(OPERATION_DAYS * 24);
  for (const { id, threadId, floor, at, thread, reply } of seed.written) {
    if (at < since) continue;
    const acted = {
      actorId: seed.moderatorOf(thread.forum),
      forumId: seed.forumIdOf(thread.forum),
      createdAt: seed.between(
        new Date(at.getTime() + HOUR_MS / 3),
        new Date(at.getTime() + 9 * HOUR_MS),
      ),
    };
    if (reply?.featured)
      seed.log({
        ...acted,
        action: 'post.feature',
        targetPostId: id,
        detail: { thread: threadId, floor },
      });
    if (floor > 0) continue;
    for (const [mark, action] of Object.entries(MARK_ACTIONS))
      if (thread.marks.has(mark))
        seed.log({
          ...acted,
          action,
          targetThreadId: threadId,
          reason: mark === 'hidden' ? '标题和内容不符合发帖要求，修改后可恢复' : '',
          detail: mark === 'hidden' ? { before: 'normal' } : { value: 1, before: 0 },
        });
  }
}

function logAdministration(seed: OperationsSeed): void {
  const ruogu = userIdOf('ruogu');
  const jonas = userIdOf('jonas');
  const desktop = seed.forumIdOf('desktop');
  const theming = seed.forumIdOf('theming');
  const entries = [
    {
      actorId: ruogu,
      age: 610,
      action: 'forum.edit',
      targetForumId: desktop,
      detail: {
        before: { announcement: '25.1 开放公测。' },
        after: { announcement: '25.1 重写了分数缩放。反馈发虚之前请先读已知问题清单。' },
      },
    },
    {
      actorId: ruogu,
      age: 500,
      action: 'forum.moderators',
      targetForumId: theming,
      detail: { before: [], after: [userIdOf('tomas')] },
    },
    {
      actorId: jonas,
      age: 290,
      action: 'config.save',
      targetName: 'config:activities',
      detail: { version: 2 },
    },
    {
      actorId: ruogu,
      age: 70,
      action: 'config.save',
      targetName: 'config:notify',
      detail: {
        version: 3,
        before: { level: 'info', text: '公测报名今晚截止' },
        after: { level: 'info', text: '25.1「比例尺」开放公测' },
      },
    },
    {
      actorId: ruogu,
      age: 146,
      action: 'publishing.start',
      targetName: 'job:2',
      detail: { what: 'all' },
    },
    {
      actorId: jonas,
      age: 100,
      action: 'words.dry-run',
      targetName: 'job:4',
      detail: { words: ['cheap keys'] },
    },
  ];
  for (const { age, ...entry } of entries) seed.log({ ...entry, createdAt: seed.hoursAgo(age) });
}

/** The action log, in addition to entries of reports and bans. */
export function seedActionLog(seed: OperationsSeed): void {
  logMarks(seed);
  logAdministration(seed);
}
