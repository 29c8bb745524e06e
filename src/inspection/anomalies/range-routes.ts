/** Routes for the ranges in which figures of tests and profiles are expected; an extension of the interface. */
import { catalogError, errorMessages, parseObject, type Stored, type Table } from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type ParameterDocs,
  type Request,
  type RouteDocs,
  readLimit,
  type Scope,
} from '../../catalog/index.js';
import {
  byIdOrName,
  columnProfileKind,
  findColumn,
  splitColumnFqn,
  TEST_TYPE,
  table,
  tableProfileKind,
  target,
} from '../../entities/index.js';
import { type Histories, historiesOfCase, historiesOfProfile } from './histories.js';
import { MOST_RANGES, rangesSchema, shownRanges } from './shown-ranges.js';

const METHOD =
  'The range follows from the history of the figure: its level or trend, the season of a day and a week, and how far its points lie apart; a few wrong points do not change it. It takes 14 points and uses at most 1000. docs/anomalies.md explains the method. An endpoint of Cairn.';

const limitDocs: ParameterDocs = {
  name: 'limit',
  description: 'How many past points to return for each figure, with the range that was expected before each',
  schema: { type: 'integer', minimum: 0, maximum: MOST_RANGES - 1, default: 0 },
};

/** `more`: how many past points to show; read only when the caller may see the figures, since it throws 400 for a value that is not a number. */
type LoadHistories = (request: Request, more: () => number, scope: Scope) => Promise<Histories>;

export function rangeRoutes(): DataRoute[] {
  return [
    rangeRoute('/v1/dataQuality/testCases/{fqn}/expectedRange', caseHistories, {
      operationId: 'get_testCase_expectedRange',
      summary: 'Get the range in which the next result of a test case is expected',
      tag: TEST_TYPE.case,
      params: { fqn: 'Id or fully qualified name of the test case.' },
    }),
    rangeRoute(`${table.path}/{fqn}/tableProfile/expectedRange`, tableHistories, {
      operationId: 'get_tableProfile_expectedRange',
      summary: 'Get the ranges in which the figures of the next profile of a table are expected',
      tag: table.name,
      params: { fqn: 'Id or fully qualified name of the table.' },
    }),
    rangeRoute(`${table.path}/{fqn}/columnProfile/expectedRange`, columnHistories, {
      operationId: 'get_columnProfile_expectedRange',
      summary: 'Get the ranges in which the figures of the next profile of a column are expected',
      tag: table.name,
      params: { fqn: 'Fully qualified name of the column.' },
    }),
  ];
}

function rangeRoute(
  path: string,
  load: LoadHistories,
  docs: Pick<RouteDocs, 'operationId' | 'summary' | 'tag' | 'params'>,
): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path,
    docs: {
      ...docs,
      description: METHOD,
      query: [{ name: 'metric', description: 'Only the figure of this name', schema: { type: 'string' } }, limitDocs],
      answers: { 200: { description: 'Ranges, and past points', schema: { inline: rangesSchema } } },
      errors: [404],
    },
    async handle(request, scope) {
      const more = () => readLimit(request.query.limit, 0, 0, MOST_RANGES - 1);
      const histories = await load(request, more, scope);
      return json(200, await shownRanges(histories, more(), request.query.metric || undefined));
    },
  };
}

async function caseHistories(request: Request, more: () => number, scope: Scope): Promise<Histories> {
  const { row } = await target(TEST_TYPE.case, byIdOrName(request), 'ViewBasic', scope);
  return historiesOfCase(scope.sql, row.id, { more: more() });
}

async function tableHistories(request: Request, more: () => number, scope: Scope): Promise<Histories> {
  const { row } = await target(table.name, byIdOrName(request), 'ViewDataProfile', scope);
  return historiesOfProfile(scope.sql, { entityId: row.id, kind: tableProfileKind }, { more: more() });
}

async function columnHistories(request: Request, more: () => number, scope: Scope): Promise<Histories> {
  const { fqn = '' } = request.params;
  const { tableFqn, columnPath: key } = splitColumnFqn(fqn);
  const { row } = await target(table.name, { ...request, params: { fqn: tableFqn } }, 'ViewDataProfile', scope);
  if (key === '' || !findColumn(parseObject<Stored<Table>>(row.doc), key))
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', fqn));
  return historiesOfProfile(scope.sql, { entityId: row.id, kind: columnProfileKind, key }, { more: more() });
}
