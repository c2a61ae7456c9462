import { type CallArguments, call } from '#client/core/api.ts';
import type { Failure } from '#client/core/failure.ts';
import type { CallInput, CallName, CallReply } from '#contracts/calls/calls.ts';
import { type Query, useQuery } from '../../hooks/use-query.ts';

type PolledArguments<Name extends CallName> =
  Partial<CallInput<Name>> extends CallInput<Name>
    ? [input?: CallInput<Name>, intervalMs?: number]
    : [input: CallInput<Name>, intervalMs?: number];

/**
 * A GET call, repeated each `intervalMs` on visible pages. A failed repetition leaves the value.
 */
export function usePolledQuery<Name extends CallName>(
  name: Name,
  ...[input, pollMs]: PolledArguments<Name>
): Query<CallReply<Name>> & { failure: Failure | undefined } {
  return useQuery(
    `${name} ${JSON.stringify(input ?? {})}`,
    () =>
      call(name, ...([{ ...(input as object), quiet: true }] as unknown as CallArguments<Name>)),
    { pollMs, keepsValue: true, recovers: false },
  ) as Query<CallReply<Name>> & { failure: Failure | undefined };
}
