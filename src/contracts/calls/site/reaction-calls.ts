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
    summary: 'Likes a thread (tid) or a reply (pid), or removes the like',
    body: LikeWire,
    reply: LikeReplyWire,
  },
  'PUT /v1/post/comment/like': {
    right: 'comment.like',
    rate: 'react',
    summary: 'Likes a comment, or removes the like',
    description:
      'Idempotent: `on` is the state after the call. Error: `forbidden` for the caller’s own comment.',
    body: CommentLikeWire,
    reply: LikeReplyWire,
  },
  'POST /v1/thread/favorite': {
    right: 'favourite.set',
    rate: 'react',
    summary: 'Adds a thread to the caller’s favourites, or removes it',
    body: IdWire,
    reply: FavouriteReplyWire,
  },
  'POST /v1/forum/favorite': {
    right: 'favourite.set',
    rate: 'react',
    summary: 'Adds a forum to the caller’s favourites, or removes it',
    body: IdWire,
    reply: FavouriteReplyWire,
  },
  'POST /v1/thread/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Returns which of the threads the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/post/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Returns which of the posts the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/post/comment/exists/up': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Returns which of the comments the caller likes',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
  'POST /v1/thread/exists/favorite': {
    right: 'reaction.read',
    rate: 'read',
    summary: 'Returns which of the threads are favourites of the caller',
    body: IdsWire,
    reply: OwnReactionsReplyWire,
  },
});
