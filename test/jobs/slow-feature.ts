import { setTimeout } from 'node:timers/promises';
import { type DataRoute, json, readJson } from '../../src/catalog/index.js';
import type { Feature, FeatureJob } from '../../src/feature/index.js';
import { declareJob, enqueueJob } from '../../src/jobs/index.js';

interface SlowInput {
  name: string;
  steps: number;
}

const slow = declareJob<SlowInput>({
  name: 'test.slow',
  retry: { attempts: 1 },
  input: {
    type: 'object',
    properties: { name: { type: 'string' }, steps: { type: 'integer' } },
    required: ['name', 'steps'],
  },
});

/** A job that waits until `mayGoOn` lets the jobs of its name go on, then does its steps. */
export function slowFeature(mayGoOn: (name: string) => boolean): Feature {
  const kind: FeatureJob<SlowInput> = {
    ...slow,
    async run({ name, steps }, { signal, transaction, progress }) {
      if (name === 'broken') throw new Error('the disk is at /secret');
      await transaction((scope) => progress(scope, { done: 0, total: steps }));
      while (!mayGoOn(name) && !signal.aborted) await setTimeout(10);
      for (let step = 0; step < steps; step++) await transaction((scope) => progress(scope, { done: 1 }));
    },
  };
  return { name: 'slow', routes: [startRoute], jobs: [kind] };
}

const startRoute: DataRoute = {
  kind: 'write',
  method: 'POST',
  path: '/v1/slow',
  docs: {
    operationId: 'startSlow',
    summary: 'Start a slow job',
    tag: 'Jobs',
    answers: { 202: { description: 'The id of the job', schema: { inline: { type: 'object' } } } },
  },
  async handle(request, scope) {
    const job = await enqueueJob(slow, readJson(request) as SlowInput, scope);
    return json(202, { jobId: job.id });
  },
};
