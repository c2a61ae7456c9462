import { answerPings } from '#platform/liveness.ts';

/* A process that answers pings until it is told to hang: in a loop, or in a regular expression. */

function loopForEver(): never {
  for (;;);
}

function matchForEver(): void {
  /^(a+)+$/.test(`${'a'.repeat(60)}!`);
}

answerPings();
process.on('message', (message) => {
  if (message === 'loop') loopForEver();
  if (message === 'match') matchForEver();
});
process.send?.('ready');
// Once it is known to be up.
if (process.env.HANG_AT_START) setTimeout(matchForEver, 300);
