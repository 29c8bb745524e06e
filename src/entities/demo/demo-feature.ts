import type { Feature } from '../../feature/index.js';
import { loadDemoCommand } from './load-demo.js';

/** The sample catalog of `cairn demo`. */
export const demoFeature = { name: 'demo', commands: [loadDemoCommand()] } satisfies Feature;
