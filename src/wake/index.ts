export { notifyServers as wakeServers } from '../storage/index.js';
export { type Channels, createChannels } from './channels.js';
export { createPulse, type Pulse, type PulseOptions } from './pulse.js';
export { createWakeUps, type WakeUps } from './wake-ups.js';
