import { answerPings } from '#platform/liveness.ts';

/* A process that answers pings until a message makes it hang, in a loop or a regular expression. */

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
// After it has answered the first ping.
if (process.env.HANG_AT_START) setTimeout(matchForEver, 300);
