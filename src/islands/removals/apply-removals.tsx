import { createRoot } from 'react-dom/client';
import { $account } from '#client/account/account.ts';
import { pageThreadId } from '#client/core/page-info.ts';
import { commentChangesOf, removeFromPage } from '#client/thread/comments.ts';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { $moderatesForum } from '#client/thread/resolve.ts';
import type { Removal } from '#contracts/removals.ts';
import { ProblemView } from '../components/ProblemView.tsx';
import { Texts, type TextsValue } from '../hooks/use-texts.ts';
import { readId } from '../live/published-news.ts';

/*
 * Removes withheld or deleted content from an open page (R29): from islands by their stores, from
 * published content by elements. Moderators see it marked: islands/moderation.
 */

/** Moderators of the page see withheld posts marked instead. */
const isModerated = (): boolean => $moderatesForum.get();

/** Replies removed before the page received that its reader moderates it. */
const removedReplyIds = new Set<number>();
$moderatesForum.listen((moderates) => {
  if (!moderates) return;
  for (const id of removedReplyIds)
    if ($editedReplies.get()[id] === null) $editedReplies.setKey(id, undefined as never); // unset
  removedReplyIds.clear();
});

const JSON_LD = 'script[type="application/ld+json"]';

/** Removes the data for search engines, which repeats the page's texts. */
const removeJsonLd = (): void => document.querySelector(JSON_LD)?.remove();

function removeReply(id: number): void {
  if (!document.querySelector(`.reply[data-id="${id}"]`) || $editedReplies.get()[id] === null)
    return;
  removedReplyIds.add(id);
  removeJsonLd();
  $editedReplies.setKey(id, null);
}

function removeComment(item: HTMLElement): void {
  const postId = readId(item.closest('.reply'));
  removeJsonLd();
  if (!commentChangesOf(postId).removedIds.includes(readId(item)))
    removeFromPage(postId, readId(item));
}

/** Removes the thread's metadata in the head. */
function removeMetadata(): void {
  for (const said of document.querySelectorAll(
    `${JSON_LD}, meta[name="description"], meta[property^="og:"]`,
  ))
    said.remove();
}

/** Hides the text of a thread whose author's content is hidden, like its published page. */
function hideThreadText({ t }: TextsValue): void {
  const hidden = t('own.withheld.hidden');
  document.title = hidden;
  removeMetadata();
  const heading = document.querySelector('.thread h1');
  if (heading) heading.textContent = hidden;
  document.querySelector('.post > .prose')?.replaceChildren();
  document.querySelector('#poll')?.remove();
  document.querySelector('.thread .outline')?.closest('.block')?.remove();
}

/** Replaces a removed thread by the error view of its status. */
export function replaceThreadPage(texts: TextsValue): void {
  const page = document.querySelector<HTMLElement>('.thread.cols, #main > .thread');
  if (!page || isModerated()) return;
  document.title = texts.t('problem.406.label');
  removeMetadata();
  page.replaceChildren();
  document.querySelector('.replybar')?.remove();
  createRoot(page).render(
    <Texts value={texts}>
      <ProblemView code={406} level={1} />
    </Texts>,
  );
}

/** Links to removed posts in published lists; islands filter their own. */
function removeLinks(pattern: RegExp, links: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`main ${links}`)) {
    if (link.closest('[data-client-page], .reply, .post') || !pattern.test(link.pathname)) continue;
    (link.closest('li') ?? link).remove();
  }
}

function applyRemoval(removal: Removal, texts: TextsValue): void {
  if ('user' in removal) {
    for (const item of document.querySelectorAll<HTMLElement>(
      `.comments > li[data-author="${removal.user}"]`,
    ))
      removeComment(item);
    for (const reply of document.querySelectorAll(`.reply[data-author="${removal.user}"]`))
      removeReply(readId(reply));
    removeLinks(
      new RegExp(`/user/${removal.user}$`),
      'li:not(.row) a.name, li.row .meta.dots a.name',
    );
    if (new RegExp(`/user/${removal.user}(/|$)`).test(location.pathname))
      document.querySelector('.rows, .replied')?.remove();
    if (document.querySelector(`#replies[data-author="${removal.user}"]`)) hideThreadText(texts);
    return;
  }
  const { thread, post, comment } = removal;
  if (comment !== undefined) {
    for (const item of document.querySelectorAll<HTMLElement>(
      `.comments > li[data-id="${comment}"]`,
    ))
      removeComment(item);
  } else if (post !== undefined) {
    removeReply(post);
    for (const link of document.querySelectorAll(`.replied a[href$="#p${post}"]`))
      link.closest('li')?.remove();
  } else {
    if (thread === pageThreadId()) replaceThreadPage(texts);
    removeLinks(new RegExp(`/post/${thread}(/\\d+)?$`), 'a');
  }
}

export function applyRemovals(removals: readonly Removal[], texts: TextsValue): void {
  if (!isModerated()) for (const removal of removals) applyRemoval(removal, texts);
}

/**
 * Removes posts of others that the newly published page lacks. Authors still see their own posts
 * that are pending review.
 */
export function removeWithheld(now: HTMLElement, texts: TextsValue): void {
  if (isModerated()) return;
  const reader = String($account.get()?.id);
  for (const reply of now.querySelectorAll<HTMLElement>('#replies > .reply:not([data-slot])'))
    if (reply.dataset.author !== reader) removeReply(readId(reply));
  for (const item of document.querySelectorAll<HTMLElement>(
    '[data-slot="reply"] > .comments > li[data-id]',
  )) {
    if (item.dataset.author === reader) continue; // it may not be published yet
    const under = now.ownerDocument.getElementById(item.closest('.reply')?.id ?? '');
    if (
      under &&
      !under.querySelector(`.comments > li[data-id="${item.dataset.id}"], [data-act="comments"]`)
    )
      removeComment(item);
  }
  const text = now.querySelector('.post > .prose');
  if (
    text?.textContent?.trim() === '' &&
    document.querySelector('.post > .prose')?.textContent?.trim() !== ''
  )
    hideThreadText(texts);
}
