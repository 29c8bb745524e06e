// What the generated requests are aimed at: a small catalog, and the ids and names of it for schemathesis to use.
import { apiOf } from '../test/e2e/support/api.mjs';

const COPIES = 8;
const columns = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
];

/** Fills the catalog behind `url` (with `/api`). */
export async function fillCatalog(url, token) {
  const { post } = apiOf(url, token);
  const description = 'Something';
  await post('/services/databaseServices', { name: 'shop', serviceType: 'CustomDatabase' });
  await post('/databases', { name: 'main', service: 'shop' });
  await post('/databaseSchemas', { name: 'public', database: 'shop.main' });
  await post('/classifications', { name: 'Kept', description });
  await post('/domains', { name: 'Kept', description, domainType: 'Aggregate' });
  const pipeline = {
    pipelineType: 'metadata',
    sourceConfig: { config: { type: 'DatabaseMetadata' } },
    airflowConfig: {},
  };
  const rules = [{ name: 'all', effect: 'allow', resources: ['All'], operations: ['ViewAll'] }];
  for (let i = 0; i < COPIES; i++) {
    const name = `one of ${i}`;
    const service = await post('/services/databaseServices', { name, serviceType: 'CustomDatabase' });
    await post('/databases', { name, service: 'shop' });
    await post('/databaseSchemas', { name, database: 'shop.main' });
    await post('/tables', { name, databaseSchema: 'shop.main.public', columns });
    await post('/storedProcedures', { name, databaseSchema: 'shop.main.public', storedProcedureCode: { code: 'x' } });
    await post('/queries', { query: `select ${i}`, service: 'shop' });
    await post('/services/ingestionPipelines', {
      ...pipeline,
      name,
      service: { id: service.id, type: 'databaseService' },
    });
    await post('/classifications', { name, description });
    await post('/tags', { name, description, classification: 'Kept' });
    await post('/domains', { name, description, domainType: 'Aggregate' });
    await post('/dataProducts', { name, description, domains: ['Kept'] });
    await post('/personas', { name });
    await post('/policies', { name, rules });
    await post('/roles', { name, policies: [name] });
    await post('/teams', { name, teamType: 'Group' });
    await post('/users', { name: `user${i}`, email: `user${i}@example.com` });
    await post('/users', { name: `robot${i}`, email: `robot${i}@example.com`, isBot: true });
    await post('/bots', { name, botUser: `robot${i}` });
    await fillOtherFamilies(post, name);
  }
}

/** One entity of each other type that lists have and clients create. */
async function fillOtherFamilies(post, name) {
  const description = 'Something';
  for (const [path, serviceType, assets] of OTHER_FAMILIES) {
    const service = name.replace(' of ', `-${serviceType}-`);
    await post(`/services/${path}`, { name: service, serviceType });
    for (const [asset, body = {}] of assets) await post(asset, { name, service, ...body });
  }
  await post('/apiEndpoints', {
    name,
    apiCollection: `${name.replace(' of ', '-Rest-')}.${name}`,
    endpointURL: 'http://a.example',
  });
  await post('/drives/worksheets', {
    name,
    service: name.replace(' of ', '-CustomDrive-'),
    spreadsheet: `${name.replace(' of ', '-CustomDrive-')}.${name}`,
  });
  await post('/glossaries', { name, description });
  await post('/glossaryTerms', { name, description, glossary: name });
  await post('/tags', { name: `${name} too`, description, classification: 'Kept' });
  await post('/metrics', { name });
}

const OTHER_FAMILIES = [
  ['apiServices', 'Rest', [['/apiCollections', { endpointURL: 'http://a.example' }]]],
  [
    'dashboardServices',
    'Tableau',
    [['/charts'], ['/dashboards'], ['/dashboard/datamodels', { dataModelType: 'TableauDataModel', columns }]],
  ],
  ['driveServices', 'CustomDrive', [['/drives/directories'], ['/drives/files'], ['/drives/spreadsheets']]],
  ['llmServices', 'CustomLLM', [['/llmModels', { baseModel: 'x' }]]],
  ['mcpServices', 'Mcp', []],
  ['messagingServices', 'CustomMessaging', [['/topics', { partitions: 1 }]]],
  ['metadataServices', 'Atlas', []],
  ['mlmodelServices', 'CustomMlModel', [['/mlmodels', { algorithm: 'x' }]]],
  ['pipelineServices', 'CustomPipeline', [['/pipelines', { tasks: [{ name: 'first' }] }]]],
  ['searchServices', 'CustomSearch', [['/searchIndexes', { fields: [{ name: 'id', dataType: 'LONG' }] }]]],
  ['securityServices', 'Ranger', []],
  ['storageServices', 'CustomStorage', [['/containers']]],
];

/** The configuration of schemathesis: most of its ids and names are of what is there. The admin is left alone. */
export async function fuzzConfig(url, token, document) {
  const { get } = apiOf(url, token);
  const lines = [];
  const rules = [];
  for (const collection of Object.keys(document.paths)) {
    const byId = `${collection}/{id}`;
    if (collection.includes('{') || !document.paths[byId]?.get || !canList(document.paths[collection].get)) continue;
    const { data } = await get(`${collection.replace(/^\/v1/, '')}?limit=50`);
    const entities = data.filter(({ name }) => name !== 'admin');
    if (entities.length === 0) continue;
    const key = collection.replaceAll(/\W/g, '_');
    for (const [word, field] of [
      ['id', 'id'],
      ['fqn', 'fullyQualifiedName'],
    ]) {
      const values = JSON.stringify(entities.map((entity) => entity[field]));
      lines.push(`[dictionaries.${key}_${word}]`, `values = ${values}`, '');
    }
    rules.push('[[operations]]', `include-path-regex = '^${collection}/'`, '[operations.parameters]');
    for (const name of ['id', 'fqn'])
      rules.push(`"path.${name}" = { dictionary = "${key}_${name}", probability = 0.8 }`);
    rules.push('');
  }
  const tables = (await get('/tables?limit=50')).data;
  const nameOf = ({ fullyQualifiedName }) => fullyQualifiedName;
  const columnFqns = tables.flatMap(({ columns: own }) => own.map(nameOf));
  lines.push(...dictionary('columns', columnFqns), ...dictionary('types', ['table']));
  lines.push(...dictionary('places', [...tables.map(nameOf), ...columnFqns]));
  lines.push(
    ...dictionary(
      'tables',
      tables.map(({ id }) => id),
    ),
  );
  rules.push(
    ...parametersOf('/v1/columns/name/', { 'path.fqn': 'columns', 'query.entityType': 'types' }),
    ...parametersOf('/v1/entity/profiles/', { 'path.entityType': 'types', 'path.fqn': 'places', 'path.id': 'tables' }),
  );
  return [...lines, ...rules].join('\n');
}

/** Some lists are of something that the request must name. */
function canList(operation) {
  return operation !== undefined && !operation.parameters.some(({ required }) => required);
}

function dictionary(name, values) {
  return [`[dictionaries.${name}]`, `values = ${JSON.stringify(values)}`, ''];
}

/** Operations below a path take most values of these parameters from dictionaries. */
function parametersOf(path, parameters) {
  const values = Object.entries(parameters).map(
    ([name, from]) => `"${name}" = { dictionary = "${from}", probability = 0.8 }`,
  );
  return ['[[operations]]', `include-path-regex = '^${path}'`, '[operations.parameters]', ...values, ''];
}
