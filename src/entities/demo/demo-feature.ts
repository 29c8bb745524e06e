import type { Feature } from '../../feature/index.js';
import { demoSourceCommand } from './demo-source.js';
import { demoTalkCommand } from './demo-talk.js';
import { loadDemoCommand } from './load-demo.js';

/** The sample catalog of `cairn demo`. */
export const demoFeature = {
  name: 'demo',
  commands: [loadDemoCommand(), demoTalkCommand, demoSourceCommand],
} satisfies Feature;
