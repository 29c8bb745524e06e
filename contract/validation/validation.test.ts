import { describe, expect, it } from 'vitest';
import { createContract } from '../contract.js';

const contract = createContract({ schemasDir: new URL('../schemas', import.meta.url).pathname });

function problem(key: string, value: unknown): string {
  const result = contract.validator(key)(value);
  return result.ok ? 'ok' : result.errors.map((error) => `${error.path} ${error.rule}: ${error.message}`).join('; ');
}

const columns = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', ordinalPosition: 1 },
  {
    name: 'e-mail',
    dataType: 'VARCHAR',
    dataLength: 255,
    tags: [{ tagFQN: 'PII.Sensitive', source: 'Classification' }],
  },
  { name: 'address', dataType: 'STRUCT', children: [{ name: 'street', dataType: 'VARCHAR', dataLength: 64 }] },
];
const table = { name: 'orders', databaseSchema: 'shop.sales.public', columns };
const user = { name: 'ana', email: 'ana@example.com' };
const config = { username: 'reader', hostPort: 'db:3306', authType: { password: 'x' } };
const service = (serviceType: string, connection: unknown = config) => ({
  name: 's',
  serviceType,
  connection: { config: connection },
});
const pipeline = (pipelineType: string, sourceConfig: unknown, type = 'databaseService') => ({
  name: 'p',
  pipelineType,
  sourceConfig: { config: sourceConfig },
  airflowConfig: {},
  service: { id: '5f0c1d5a-8f39-4d5c-9a53-0a4d9a7f2b11', type },
});

const createTable = 'api/data/createTable';
const databaseService = 'api/services/createDatabaseService';
const ingestionPipeline = 'api/services/ingestionPipelines/createIngestionPipeline';
const customDatabase = 'entity/services/connections/database/customDatabaseConnection';

describe('validator', () => {
  it.each<[string, string, unknown]>([
    ['a table', createTable, table],
    [
      'a table with everything absent sent as null',
      createTable,
      { ...table, description: null, owners: null, columns: [{ ...columns[0], children: null }] },
    ],
    ['a user', 'api/teams/createUser', user],
    ['a database', 'api/data/createDatabase', { name: 'ünïcode — 名', service: 'shop' }],
    ['a Mysql service', databaseService, service('Mysql')],
    [
      'a Postgres service',
      databaseService,
      service('Postgres', { ...config, type: 'Postgres', database: 'd', sslConfig: { caCertificate: 'x' } }),
    ],
    ['a service without connection', databaseService, { name: 's', serviceType: 'Dbt' }],
    ['a service whose connection is not needed', databaseService, service('Dbt', {})],
    ['a connection without the authentication', databaseService, service('Mysql', { username: 'u', hostPort: 'h' })],
    [
      'an ingestion pipeline',
      ingestionPipeline,
      pipeline('metadata', { type: 'DatabaseMetadata', includeViews: true }),
    ],
    [
      'a pipeline configuration without its type',
      ingestionPipeline,
      pipeline('metadata', { includeDraftDashboard: true }, 'dashboardService'),
    ],
    ['an empty pipeline configuration', ingestionPipeline, pipeline('lineage', {})],
    ['a tag label that leaves defaults out', 'type/tagLabel', { tagFQN: 'a.b', source: 'Glossary' }],
    [
      'a policy',
      'api/policies/createPolicy',
      {
        name: 'p',
        rules: [{ name: 'r', resources: ['all'], operations: ['All'], effect: 'allow', condition: 'isOwner()' }],
      },
    ],
  ])('accepts %s', (_what, key, value) => {
    expect(problem(key, value)).toBe('ok');
  });

  it.each<[string, unknown, string]>([
    [createTable, { ...table, surprise: 1 }, '/surprise additionalProperties: surprise is not a known property'],
    [createTable, { columns, databaseSchema: 'a.b.c' }, '/name required: name is required'],
    [createTable, { ...table, name: '' }, '/name minLength: name is required and cannot be empty'],
    [createTable, { ...table, name: 'x'.repeat(257) }, '/name maxLength: name must have at most 256 characters'],
    [
      createTable,
      { ...table, name: 'a::b' },
      '/name pattern: name must not contain "::", a double quote or a control character',
    ],
    [createTable, { ...table, name: 5 }, '/name type: name must be a string'],
    [createTable, { ...table, columns: {} }, '/columns type: columns must be an array'],
    [
      createTable,
      { ...table, columns: [{ name: 'x' }] },
      '/columns/0/dataType required: columns[0].dataType is required',
    ],
    [
      createTable,
      { ...table, columns: [columns[0], { ...columns[2], children: [{ name: 'x', dataType: 'INT', a: 1 }] }] },
      '/columns/1/children/0/a additionalProperties: columns[1].children[0].a is not a known property',
    ],
    [
      createTable,
      { ...table, tableType: 'Tablet' },
      '/tableType enum: tableType must be one of Regular, External, Dynamic, View, SecureView, MaterializedView, Iceberg, Local, Partitioned, Foreign, Transient, Stream, … (14 values)',
    ],
    [createTable, [], ' type: the value must be an object'],
    ['api/teams/createUser', { ...user, email: 'nobody' }, '/email pattern: email must be an e-mail address'],
    ['api/teams/createUser', { ...user, teams: ['x'] }, '/teams/0 format: teams[0] must be a UUID'],
    [
      databaseService,
      service('Mysql', { hostPort: 'h' }),
      '/connection/config/username required: connection.config.username is required',
    ],
    [
      databaseService,
      service('Mysql', { ...config, authType: { passwort: 'x' } }),
      '/connection/config/authType/passwort additionalProperties: connection.config.authType.passwort is not a known property',
    ],
    [
      databaseService,
      service('Mysql', { ...config, type: 'Postgres' }),
      '/connection/config/type enum: connection.config.type must be one of Mysql',
    ],
    [
      databaseService,
      service('Dbt', { a: 1 }),
      '/connection/config unsupported: connection.config must be empty: services of type Dbt have no connection',
    ],
    [
      'api/services/createDashboardService',
      { name: 's', serviceType: 'Mstr' },
      '/serviceType enum: serviceType Mstr is now named MicroStrategy',
    ],
    [
      'api/services/createPipelineService',
      service('DBTCloud', { host: 'https://h', discoveryAPI: 'https://h', accountId: 'a', token: 't', jobId: '1' }),
      '/connection/config/jobId additionalProperties: connection.config.jobId is replaced by jobIds, a list',
    ],
    [
      ingestionPipeline,
      pipeline('metadata', { overrideViewLineage: true }),
      '/sourceConfig/config/overrideViewLineage additionalProperties: sourceConfig.config.overrideViewLineage moved to the sourceConfig of the lineage pipeline (type DatabaseLineage)',
    ],
    [
      ingestionPipeline,
      pipeline('profiler', { type: 'Profiler', generateSampleData: true }),
      '/sourceConfig/config/generateSampleData additionalProperties: sourceConfig.config.generateSampleData moved to the sourceConfig of the auto classification pipeline (type AutoClassification), where it is storeSampleData',
    ],
    [
      ingestionPipeline,
      pipeline('profiler', { confidence: 80 }),
      '/sourceConfig/config/confidence additionalProperties: sourceConfig.config.confidence moved to the sourceConfig of the auto classification pipeline (type AutoClassification)',
    ],
    [
      ingestionPipeline,
      pipeline('nonsense', {}),
      '/pipelineType enum: pipelineType must be one of metadata, usage, lineage, profiler, autoClassification, TestSuite, dataInsight, elasticSearchReindex, dbt, application, policyAgent',
    ],
    [
      customDatabase,
      {
        type: 'CustomDatabase',
        connectionOptions: { driverClass: 'd', connectionUrl: 'nowhere', userName: 'u', password: 'p' },
      },
      '/connectionOptions/connectionUrl pattern: connectionOptions.connectionUrl must have the form url_scheme://<username>:<password>@<host>:<port>/<db_name>',
    ],
  ])('refuses with a sentence %#: %s', (key, value, expected) => {
    expect(problem(key, value)).toBe(expected);
  });

  it('names the replacement also if a configuration is validated alone', () => {
    expect(problem('metadataIngestion/databaseServiceMetadataPipeline', { overrideViewLineage: true })).toContain(
      'moved to',
    );
  });

  it('neither modifies the value nor keeps nulls', () => {
    const body = Object.freeze({
      ...table,
      description: null,
      columns: Object.freeze(columns.map((column) => Object.freeze(column))),
    });
    const result = contract.validator(createTable)(body);
    expect(result).toEqual({ ok: true, value: table });
    expect(body.description).toBeNull();
  });

  it('returns the value itself if there is nothing to remove', () => {
    const result = contract.validator(createTable)(table);
    expect(result.ok && result.value).toBe(table);
  });

  it('rejects a key that is not in the contract', () => {
    expect(() => contract.validator('api/data/createNothing')).toThrow(
      'the contract has no schema api/data/createNothing',
    );
    expect(() => contract.schema('../package')).toThrow('no schema');
  });
});
