import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  /** Bytes. */
  memory: number;
  node: string;
}

export const describeMachine = (): Machine => ({
  cores: availableParallelism(),
  memory: totalmem(),
  node: process.version,
});
