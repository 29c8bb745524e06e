import { describe, expect, it } from 'vitest';
import { createContract } from './contract.js';
import { pipelineConfigSchema } from './pipeline-configs.js';

const contract = createContract({ schemasDir: new URL('./schemas', import.meta.url).pathname });

describe('contract', () => {
  it('finds schemas by key, by definition and by field', () => {
    expect(contract.schema('entity/data/table').required).toEqual(['id', 'name', 'columns']);
    expect(contract.schema('entity/data/table#column').required).toEqual(['name', 'dataType']);
    expect(contract.resolve(contract.schema('entity/data/table#column.dataType')).enum).toContain('BIGINT');
    expect(contract.fieldNames('entity/data/table')).toContain('usageSummary');
    expect(contract.enumValues('type/tagLabel.labelType')).toEqual([
      'Manual',
      'Propagated',
      'Automated',
      'Derived',
      'Generated',
    ]);
    expect(contract.enumValues('entity/data/table#dataType')).toHaveLength(86);
  });

  it('finds the connection of a service', () => {
    const key = 'entity/services/connections/database/postgresConnection';
    expect(contract.connectionSchema('database', 'Postgres')).toBe(key);
    expect(contract.connectionSchema('database', 'Dbt')).toBeNull();
    expect(contract.connectionSchema('database', 'constructor')).toBeNull();
    expect(contract.connectionSchema('api', 'Rest')).toBe('entity/services/connections/api/restConnection');
    expect(contract.serviceTypes('messaging')).toEqual(['Kafka', 'Redpanda', 'Kinesis', 'PubSub', 'CustomMessaging']);
  });

  it('finds the configuration of a pipeline', () => {
    expect(pipelineConfigSchema('metadata')).toBe('metadataIngestion/databaseServiceMetadataPipeline');
    expect(pipelineConfigSchema('metadata', 'dashboardService')).toBe(
      'metadataIngestion/dashboardServiceMetadataPipeline',
    );
    expect(pipelineConfigSchema('autoClassification', 'storageService')).toBe(
      'metadataIngestion/storageServiceAutoClassificationPipeline',
    );
    expect(pipelineConfigSchema('metadata', 'llmService')).toBeNull();
    expect(pipelineConfigSchema('toString')).toBeNull();
    for (const type of contract.enumValues('entity/services/ingestionPipelines/ingestionPipeline#pipelineType')) {
      const key = pipelineConfigSchema(type);
      expect(key, type).not.toBeNull();
      expect(contract.schema(key ?? '').type).toBe('object');
    }
  });
});

describe('withDefaults', () => {
  const config = { username: 'u', hostPort: 'h', authType: { password: 'x' } };

  it('fills a connection as the server stores it', () => {
    const value = { name: 's', serviceType: 'Mysql', connection: { config } };
    const filled = contract.withDefaults('api/services/createDatabaseService', value);
    expect(filled.connection.config).toMatchObject({
      type: 'Mysql',
      scheme: 'mysql+pymysql',
      authType: { password: 'x' },
      supportsMetadataExtraction: true,
      supportsProfiler: true,
      schemaFilterPattern: { includes: [], excludes: ['^information_schema$', '^performance_schema$'] },
    });
    expect(value.connection.config).toBe(config);
    expect(Object.keys(config)).toEqual(['username', 'hostPort', 'authType']);
  });

  it('fills inside lists and chosen alternatives and keeps what is given', () => {
    const tag = { tagFQN: 'a.b', source: 'Glossary', state: 'Suggested' };
    const filled = contract.withDefaults('entity/data/table#column', { name: 'c', dataType: 'INT', tags: [tag] });
    expect(filled.tags).toEqual([{ ...tag, labelType: 'Manual' }]);
    const aws = { ...config, authType: { awsConfig: { awsRegion: 'eu' } } };
    expect(contract.withDefaults('entity/services/connections/database/mysqlConnection', aws).authType).toEqual({
      awsConfig: { awsRegion: 'eu', enabled: false, assumeRoleSessionName: 'OpenMetadataSession' },
    });
  });

  it('leaves out what the engine sets itself', () => {
    expect(contract.withDefaults('entity/data/table', { name: 't' })).toEqual({ name: 't', deleted: false });
    expect(contract.withDefaults('entity/bot', {})).toEqual({ provider: 'user', deleted: false });
  });
});
