import { parentPort, workerData } from 'node:worker_threads';
import { PRESSURES, type PressureName, type PressureOptions } from './pressures.ts';

/* Creates pressure in a separate thread, so that it doesn't delay measurements. */

const { name, options } = workerData as { name: PressureName; options: PressureOptions };
const pressure = await PRESSURES[name].start(options);
parentPort?.once('message', async () => {
  const { openCount } = pressure;
  await pressure.stop();
  parentPort?.postMessage({ tally: pressure.tally, openCount });
  parentPort?.close();
});
parentPort?.postMessage('pressing');
