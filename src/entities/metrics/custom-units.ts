import { type Metric, parseObject, type Stored } from '../../../contract/index.js';
import { type ActionRoute, json } from '../../catalog/index.js';
import { inPieces, shownPages } from '../shown-pages.js';

/** `GET customUnits`: the units that are used by metrics and are none of the standard ones. */
export function customUnitsRoute(path: string): ActionRoute {
  return {
    kind: 'action',
    long: true,
    method: 'GET',
    path: `${path}/customUnits`,
    docs: {
      operationId: 'list_metric_custom_units',
      summary: 'List the custom units of metrics',
      description: 'Returns each custom unit of the metrics that the caller may see once, in alphabetical order.',
      tag: 'metric',
      answers: {
        200: { description: 'The units', schema: { inline: { type: 'array', items: { type: 'string' } } } },
      },
    },
    handle: inPieces('metric', async (request, scope) => {
      const units = new Set<string>();
      for await (const rows of shownPages('metric', request, scope))
        for (const { doc } of rows) {
          if (!doc.includes('"customUnitOfMeasurement"')) continue;
          const { customUnitOfMeasurement: unit } = parseObject<Stored<Metric>>(doc);
          if (unit) units.add(unit);
        }
      return json<string[]>(200, [...units].sort());
    }),
  };
}
