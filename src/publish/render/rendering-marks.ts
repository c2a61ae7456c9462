/* Pages being rendered and a heartbeat, in memory that outlives a dead or hanging renderer. */

const SLOT_COUNT = 64;
/** Bytes of a path; longer ones are cut. */
const PATH_BYTES = 252;
const SLOT_BYTES = 4 + PATH_BYTES;
const HEADER_BYTES = 8;

export const createRenderingMemory = (): SharedArrayBuffer =>
  new SharedArrayBuffer(HEADER_BYTES + SLOT_COUNT * SLOT_BYTES);

export class RenderingMarks {
  readonly #beats: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #free: number[] = Array.from(
    { length: SLOT_COUNT },
    (_, index) => SLOT_COUNT - 1 - index,
  );
  readonly #encoder = new TextEncoder();

  constructor(memory: SharedArrayBuffer) {
    this.#beats = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory);
  }

  recordHeartbeat(): void {
    Atomics.add(this.#beats, 0, 1);
  }

  async markDuring<T>(path: string, work: () => Promise<T>): Promise<T> {
    const slot = this.#free.pop();
    if (slot === undefined) return work();
    const at = HEADER_BYTES + slot * SLOT_BYTES;
    const { written } = this.#encoder.encodeInto(
      path,
      this.#bytes.subarray(at + 4, at + SLOT_BYTES),
    );
    this.#bytes[at] = written;
    try {
      return await work();
    } finally {
      this.#bytes[at] = 0;
      this.#free.push(slot);
    }
  }
}

/** The renderer's heartbeat counter; wraps around. */
export const readHeartbeatCount = (memory: SharedArrayBuffer): number =>
  Atomics.load(new Int32Array(memory, 0, 1), 0);

/** The pages marked last. */
export function readRenderingPaths(memory: SharedArrayBuffer): string[] {
  const bytes = new Uint8Array(memory);
  return Array.from({ length: SLOT_COUNT }, (_, slot) => HEADER_BYTES + slot * SLOT_BYTES).flatMap(
    (at) => {
      const length = bytes[at] ?? 0;
      return length > 0 ? [new TextDecoder().decode(bytes.slice(at + 4, at + 4 + length))] : [];
    },
  );
}
