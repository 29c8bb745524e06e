/** Edges between AI assets: the application is at their start, what it uses at their end. */
import { link } from '../../traits/index.js';

export const AI_EDGE = {
  model: 'usesModel',
  prompt: 'usesPrompt',
  server: 'usesMcpServer',
  flow: 'aiFlowsTo',
} as const;

/** The applications that use an entity, derived from what the applications declare. */
export const usedBy = <const F extends string>(field: F, kind: string) =>
  link({ field, kind, end: 'to', types: ['aiApplication'] });
