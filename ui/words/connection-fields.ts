import { defineWords, say } from './define-words.js';
import { upperFirst } from './format.js';

/** Names of connection fields that do not follow from how the interface writes them, and what helps to fill them in. */
const fieldWords = defineWords('connectionFields', {
  authType: 'Authentication',
  authenticationMode: 'Authentication',
  awsConfig: 'AWS credentials',
  basicAuth: 'User and password',
  bootstrapServers: 'Bootstrap servers',
  'bootstrapServers.help': 'Separated by commas, such as broker-1:9092,broker-2:9092.',
  connectionArguments: 'Further arguments',
  'connectionArguments.help': 'Passed to the driver when it connects.',
  connectionOptions: 'Further options',
  'connectionOptions.help': 'Added to the connection string.',
  databaseFilterPattern: 'Databases',
  databaseSchema: 'Schema',
  'databaseSchema.help': 'Only this schema is read; empty for all.',
  excludes: 'Leave out',
  'excludes.help': 'Regular expressions, one a line.',
  gcpADC: 'Default credentials of the machine',
  gcpConfig: 'Google Cloud credentials',
  gcpCredentialsPath: 'Path of a key file',
  gcpExternalAccount: 'External account',
  gcpValues: 'Service account key',
  hostPort: 'Host and port',
  'hostPort.help': 'Such as db.example.com:5432; a web address begins with its protocol.',
  iamAuthConfig: 'AWS IAM',
  azureConfig: 'Microsoft Entra ID',
  gcpCloudSqlConfig: 'Google Cloud SQL',
  includes: 'Include',
  'includes.help': 'Regular expressions, one a line; empty for all.',
  jwtAuth: 'JSON web token',
  multipleProjectId: 'Several projects',
  noConfigAuthenticationTypes: 'None',
  sampleDataStorageConfig: 'Where samples are stored',
  saslMechanism: 'SASL mechanism',
  saslPassword: 'SASL password',
  saslUsername: 'SASL username',
  schemaFilterPattern: 'Schemas',
  schemaRegistryURL: 'Address of the schema registry',
  singleProjectId: 'One project',
  sourcePythonClass: 'Python class of the source',
  storedProcedureFilterPattern: 'Stored procedures',
  tableFilterPattern: 'Tables',
  dashboardFilterPattern: 'Dashboards',
  chartFilterPattern: 'Charts',
  dataModelFilterPattern: 'Data models',
  projectFilterPattern: 'Projects',
  pipelineFilterPattern: 'Pipelines',
  topicFilterPattern: 'Topics',
  containerFilterPattern: 'Containers',
  searchIndexFilterPattern: 'Search indexes',
  mlModelFilterPattern: 'ML models',
  apiCollectionFilterPattern: 'API collections',
  verifySSL: 'Check of certificates',
});

const WHOLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'API',
    'AWS',
    'CA',
    'DB',
    'GCP',
    'HTTP',
    'IAM',
    'ID',
    'IP',
    'JDBC',
    'JSON',
    'JWT',
    'LDAP',
    'S3',
    'SAML',
    'SAS',
    'SFTP',
  ]
    .concat(['SQL', 'SSH', 'SSL', 'TLS', 'URI', 'URL', 'ARN', 'MFA', 'SSO', 'SASL', 'UI', 'OAuth'])
    .map((word) => [word.toLowerCase(), word]),
);

/** `sslCertPath` as "SSL cert path". */
export function fieldName(name: string): string {
  const told = say(fieldWords)(name as 'hostPort');
  if (told !== name) return told;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => WHOLE[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return upperFirst(words);
}

/** A sentence on what belongs into a field, where the name does not say it. */
export function fieldHelp(name: string): string | undefined {
  const key = `${name}.help`;
  const told = say(fieldWords)(key as 'hostPort.help');
  return told === key ? undefined : told;
}
