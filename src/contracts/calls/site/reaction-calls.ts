import {
  CommentLikeWire,
  FavouriteReplyWire,
  IdsWire,
  IdWire,
  LikeReplyWire,
  LikeWire,
  OwnReactionsReplyWire,
} from '../../wire/requests.ts';
import { tagged } from '../call-spec.ts';

export const REACTION_CALLS = tagged('reactions', {
  'POST /v1/thread/up': {
    right: 'reaction.set',
    rate: 'react',
    summary: 'Likes a thread (tid) or a reply (pid), or takes the like back',
    body: LikeWire,
    reply: LikeReplyWire,
  },
  'PUT /v1/post/comment/like': {
    right: 'comment.like',
    rate: 'react',
    summary: 'Likes a comment, or takes the like back',
    description:
      'Idempotent: `on` says whether the caller likes it afterwards. `forbidden` for the caller’s own comment.',
    body: CommentLikeWire,
    reply: LikeReplyWire,
  },
  'POST /v1/thread/favorite': {
    right: 'favourite.set',
    rate: 'react',
    summary: 'Keeps a thread among one’s favourites, or takes it out',
    body: IdWire,
    reply: FavouriteReplyWire,
  },
  'POST /v1/forum/favorite': {
    right: 'favourite.set',
    rate: 'react',
    summary: 'Keeps a forum among one’s favourites, or takes it out',
    body: IdWire,
    reply: FavouriteReplyWire,
  },
  'POST /v1/thread/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Which of these threads the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/post/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Which of these posts the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/post/comment/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Which of these comments the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/thread/exists/favorite': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Which of these threads are among the caller’s favourites',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
});
