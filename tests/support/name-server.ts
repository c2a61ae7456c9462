import { createSocket, type RemoteInfo } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { atEndOfFile } from './at-end-of-file.ts';

/* A DNS server on 127.0.0.1 with controlled answers and delays. */

export interface NameServer {
  /** Its address and port. */
  server: string;
  /** Names with unanswered queries, in order of arrival. */
  open: ReadonlySet<string>;
  /** Queried names, one per lookup. */
  asked: readonly string[];
  /** Answers an open query: with these IPv4 addresses, or "no such name". */
  answer(name: string, addresses?: readonly string[]): void;
  /** Names that are answered immediately. */
  answers: Record<string, readonly string[]>;
  /** Resolves when this many names are open and all earlier packets have arrived. */
  untilOpen(count: number): Promise<void>;
}

const TYPE_A = 1;
const NO_SUCH_NAME = 3;
/** A name that is always answered: its query arrives after all packets sent before it. */
const MARKER = 'marker.example';

interface Question {
  packet: Buffer;
  from: RemoteInfo;
}

/** The name in a packet with one question, and the question's end. */
function readName(packet: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** An answer (RFC 1035) with these addresses; undefined means "no such name". */
function createAnswer(packet: Buffer, addresses: readonly string[] | undefined): Buffer {
  const { end } = readName(packet);
  const isV4 = packet.readUInt16BE(end - 4) === TYPE_A;
  const records = isV4 ? (addresses ?? []) : [];
  const head = Buffer.from(packet.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([
    head,
    packet.subarray(12, end),
    ...records.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    ),
  ]);
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions = new Map<string, Question[]>();
  const open = new Set<string>();
  const asked: string[] = [];
  const answers: NameServer['answers'] = { [MARKER]: ['192.0.2.1'] };
  let onQuestion = () => {};
  const reply = ({ packet, from }: Question, addresses: readonly string[] | undefined) =>
    socket.send(createAnswer(packet, addresses), from.port, from.address);
  socket.on('message', (packet, from) => {
    const { name } = readName(packet);
    const question = { packet, from };
    // each lookup queries both address families, and again after a timeout
    if (name !== MARKER && asked.at(-1) !== name) asked.push(name);
    if (answers[name]) return reply(question, answers[name]);
    questions.set(name, [...(questions.get(name) ?? []), question]);
    open.add(name);
    return onQuestion();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  atEndOfFile(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const server = `127.0.0.1:${socket.address().port}`;
  return {
    server,
    open,
    asked,
    answers,
    answer(name, addresses) {
      for (const question of questions.get(name) ?? []) reply(question, addresses);
      questions.delete(name);
      open.delete(name);
    },
    async untilOpen(count) {
      while (open.size < count) await new Promise<void>((resolve) => (onQuestion = resolve));
      const resolver = new Resolver();
      resolver.setServers([server]);
      await resolver.resolve4(MARKER);
    },
  };
}
