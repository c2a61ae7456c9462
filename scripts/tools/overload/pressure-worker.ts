import { parentPort, workerData } from 'node:worker_threads';
import { PRESSURES, type PressureName, type PressureOptions } from './pressures.ts';

/*
 * Presses from a thread of its own: what it does holds up nobody who measures. It says when it
 * presses, and what came of it when it is told to end.
 */

const { name, options } = workerData as { name: PressureName; options: PressureOptions };
const pressure = await PRESSURES[name].start(options);
parentPort?.once('message', async () => {
  const { openCount } = pressure;
  await pressure.stop();
  parentPort?.postMessage({ tally: pressure.tally, openCount });
  parentPort?.close();
});
parentPort?.postMessage('pressing');
