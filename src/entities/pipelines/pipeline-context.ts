import { listOf } from '../../../contract/index.js';
import { type Fields, isObject } from '../../catalog/index.js';

/** Tasks and schedule of a pipeline, for `AiContext.assetContext`. */
export function pipelineContext({ tasks, scheduleInterval }: Fields): Fields {
  return {
    pipeline: {
      tasks: listOf(tasks, isObject).map(({ name, taskType, description }) => ({
        name,
        dataType: taskType,
        description,
      })),
      scheduleInterval,
    },
  };
}
