import type { PollWire } from '#contracts/wire/thread.ts';
import type { StoredPoll } from './read.ts';

/** A poll as the caller may see it; results only if visible. `chosen`: the caller's votes. */
export function toPollWire(poll: StoredPoll, chosen: number[] | null): PollWire {
  const showsResults = poll.resultsVisible || poll.expired || chosen !== null;
  return {
    tid: poll.threadId,
    overt: poll.votersVisible ? 1 : 0,
    multiple: poll.maxChoices > 1 ? 1 : 0,
    visible: poll.resultsVisible ? 1 : 0,
    changeable: poll.changeable ? 1 : 0,
    poll_day: poll.days,
    expiration: poll.expiresAt.toISOString(),
    pollpreview: poll.question,
    voters: poll.votersCnt,
    voters_number: poll.votersCnt,
    maxchoices: poll.maxChoices,
    forum_polloption: poll.options.map((option) => ({
      polloptionid: option.id,
      polloption: option.text,
      votes: showsResults ? option.votesCnt : 0,
      rate: showsResults ? option.rate : 0,
    })),
    polloptionids: chosen,
    // The name is inverted: clients read true as open for votes.
    poll_expire: !poll.expired,
  };
}
