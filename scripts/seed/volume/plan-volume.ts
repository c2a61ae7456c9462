import { seededRandom } from '../timeline.ts';

/*
 * Plans authors and times of posts in typed arrays: a million objects would be slower than storing
 * them. Posts are ordered by thread and floor (index: "place"); ids follow time.
 */

const DAY_SECONDS = 86_400;
const YEARS = 3;

export interface ForumThemes {
  forumId: number;
  themeIds: number[];
}

export interface VolumeOptions {
  threads: number;
  /** First posts and replies. */
  posts: number;
  users: number;
  forums: readonly ForumThemes[];
  /** Unix seconds. */
  now: number;
}

export interface VolumePlan extends VolumeOptions {
  /** Of each user, in order of joining. */
  joined: Int32Array;
  /** Place of each thread's first post; one more at the end. */
  threadStart: Int32Array;
  english: Uint8Array;
  /** Index of the forum. */
  forumIndex: Uint8Array;
  theme: Int32Array;
  /** 0 normal, 1 hidden, 2 deleted. */
  threadState: Uint8Array;
  /** By place: unix seconds, author (user index), order of writing. */
  postedAt: Int32Array;
  author: Int32Array;
  writeOrder: Int32Array;
  /** Places in the order of writing. */
  order: Int32Array;
  /** By place: 1 if its author deleted it. */
  isDeleted: Uint8Array;
  likes: Uint8Array;
  comments: Uint8Array;
  featured: Uint8Array;
  random: () => number;
}

/** A standard normal deviate (Box and Muller). */
const normalDeviate = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Replies per thread: log-normal with a median of 4, a tenth without, and four giants of 10,000.
 */
function repliesPerThread(threads: number, replies: number, random: () => number): Int32Array {
  const counts = new Int32Array(threads);
  const giants = replies >= 200_000 ? 4 : replies >= 20_000 ? 1 : 0;
  const mean = (replies - giants * GIANT_THREAD_REPLIES) / Math.max(1, threads - giants);
  const mu = Math.log(Math.max(0.5, mean)) - REPLY_DEVIATION ** 2 / 2;
  let remaining = replies;
  const give = (thread: number, count: number) => {
    counts[thread] = (counts[thread] as number) + Math.min(remaining, count);
    remaining -= Math.min(remaining, count);
  };
  const giant = new Set(
    Array.from({ length: giants }, (_, index) =>
      Math.floor(((index + 1) / (giants + 1)) * threads),
    ),
  );
  for (const thread of giant) give(thread, GIANT_THREAD_REPLIES);
  for (let thread = 0; thread < threads; thread++) {
    if (!giant.has(thread) && random() > 0.1)
      give(
        thread,
        Math.min(3_000, Math.round(Math.exp(mu + REPLY_DEVIATION * normalDeviate(random)) / 0.9)),
      );
  }
  // Corrects the sum of the draw.
  while (remaining > 0) {
    const thread = Math.floor(random() * threads);
    if (!giant.has(thread)) give(thread, 1 + Math.floor(random() * 3));
  }
  return counts;
}

const GIANT_THREAD_REPLIES = 10_000;
const REPLY_DEVIATION = 1.3;

/** A time in the three years, 0…1: three times as frequent at the end as at the beginning. */
const drawMoment = (random: () => number): number => (Math.sqrt(1 + 8 * random()) - 1) / 2;

/** Number of sorted times up to `time`. */
function countUntil(times: Int32Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Draws everything except words. */
export function planVolume(options: VolumeOptions): VolumePlan {
  const { threads, posts, users, forums, now } = options;
  if (posts < threads)
    throw new RangeError('There can be no fewer posts than threads: each thread has a first post.');
  const random = seededRandom(20_261_121);
  const began = now - SPAN_SECONDS;
  const moments = (count: number, some: () => number) =>
    Int32Array.from({ length: count }, () =>
      Math.min(now - 60, Math.floor(began + some() * SPAN_SECONDS)),
    ).sort();
  // A fifth joined before, so that there is always an author.
  const joined = moments(users, () => (random() < 0.2 ? 0 : random())).fill(began, 0, 1);
  const created = moments(threads, () => 0.001 + 0.999 * drawMoment(random));
  const replies = repliesPerThread(threads, posts - threads, random);
  const volumePlan: VolumePlan = {
    ...options,
    joined,
    random,
    threadStart: new Int32Array(threads + 1),
    english: Uint8Array.from({ length: threads }, () => (random() < 0.4 ? 1 : 0)),
    // The busiest forum has several times the threads of the quietest.
    forumIndex: Uint8Array.from({ length: threads }, () =>
      Math.floor(forums.length * random() ** 1.5),
    ),
    theme: new Int32Array(threads),
    threadState: Uint8Array.from({ length: threads }, () => {
      const draw = random();
      return draw < 0.001 ? 1 : draw < 0.004 ? 2 : 0;
    }),
    postedAt: new Int32Array(posts),
    author: new Int32Array(posts),
    writeOrder: new Int32Array(posts),
    order: new Int32Array(posts),
    isDeleted: new Uint8Array(posts),
    likes: new Uint8Array(posts),
    comments: new Uint8Array(posts),
    featured: new Uint8Array(posts),
  };
  let place = 0;
  for (let thread = 0; thread < threads; thread++) {
    volumePlan.threadStart[thread] = place;
    const themes = forums[volumePlan.forumIndex[thread] as number]?.themeIds as number[];
    volumePlan.theme[thread] = themes[Math.floor(random() * themes.length)] as number;
    place = fillThread(volumePlan, thread, created[thread] as number, replies[thread] as number);
  }
  volumePlan.threadStart[threads] = place;
  orderByTime(volumePlan, began);
  return volumePlan;
}

const SPAN_SECONDS = YEARS * 365 * DAY_SECONDS;

function fillThread(
  {
    postedAt,
    author,
    likes,
    comments,
    featured,
    isDeleted,
    joined,
    threadStart,
    now,
    random,
  }: VolumePlan,
  thread: number,
  began: number,
  replies: number,
): number {
  const first = threadStart[thread] as number;
  // Early users post most.
  const somebody = (time: number) => Math.floor(countUntil(joined, time) * random() ** 1.7);
  postedAt[first] = began;
  author[first] = somebody(began);
  likes[first] =
    random() < 0.3 ? Math.min(200, Math.ceil(Math.exp(normalDeviate(random) * 1.1))) : 0;
  // Most threads end within days; long ones live longer.
  const life = Math.min(
    now - 30 - began,
    DAY_SECONDS * Math.exp(normalDeviate(random) * 1.5) * (1 + replies / 25),
  );
  const delays = Float64Array.from({ length: replies }, () => random() ** 2.2 * life).sort();
  for (let floor = 1; floor <= replies; floor++) {
    const place = first + floor;
    const draw = random();
    postedAt[place] = began + Math.ceil(delays[floor - 1] as number);
    author[place] = (
      draw < 0.15
        ? author[first]
        : draw < 0.5
          ? author[first + Math.floor(random() * floor)]
          : somebody(postedAt[place] as number)
    ) as number;
    likes[place] = random() < 0.1 ? 1 + Math.floor(random() ** 2 * 5) : 0;
    comments[place] = random() < 0.02 ? 1 + Math.floor(random() * 3) : 0;
    featured[place] = random() < 0.004 ? 1 : 0;
    isDeleted[place] = random() < 0.004 ? 1 : 0;
  }
  return first + replies + 1;
}

/** Ids follow time, so the posts of a long thread are scattered, as in reality. */
function orderByTime({ postedAt, order, writeOrder, posts }: VolumePlan, began: number): void {
  // Packs time and place into one number: typed arrays sort ten times as fast without a comparator.
  const SHIFT = 2 ** 25;
  if (posts > SHIFT) throw new RangeError(`At most ${SHIFT} posts.`);
  const keys = Float64Array.from(postedAt, (time, place) => (time - began) * SHIFT + place).sort();
  for (let index = 0; index < posts; index++) {
    const place = (keys[index] as number) % SHIFT;
    order[index] = place;
    writeOrder[place] = index;
  }
}
