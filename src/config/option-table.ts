/** Every option of the server, in the order of the documentation. A new option is one row here. */
import { isAddressRange } from './address-range.js';
import type { OptionTable } from './option.js';

export const OPTIONS = {
  port: { type: 'integer', default: 8585, min: 0, max: 65535, about: 'Port to listen on; 0 picks a free one.' },
  host: {
    type: 'text',
    default: '127.0.0.1',
    pattern: /^[^\s/]+$/,
    shape: 'a host name or IP address of this machine',
    about: 'Address to listen on; 0.0.0.0 makes the server reachable from the network.',
  },
  data: {
    type: 'text',
    default: './data',
    pattern: /\S/,
    shape: 'a folder',
    about: 'Folder for the embedded database and the keys.',
  },
  databaseUrl: {
    type: 'url',
    default: '',
    schemes: ['postgres:', 'postgresql:'],
    severalHosts: true,
    secret: true,
    about: 'URL of a PostgreSQL 15 or newer database, used instead of the embedded one.',
  },
  secretKey: {
    type: 'text',
    default: '',
    secret: true,
    about: 'Key that encrypts stored secrets: 32 bytes in base64. If empty, secret.key in the data folder is used.',
  },
  publicUrl: {
    type: 'url',
    default: '',
    schemes: ['http:', 'https:'],
    about: 'Base URL that clients use, for links in responses. If empty, it is derived from host and port.',
  },
  bodyLimit: { type: 'size', default: '32MiB', about: 'Maximum size of a request body; larger bodies get 413.' },
  longTextLimit: {
    type: 'size',
    default: '1MiB',
    about:
      'Maximum size of a description, SQL, code or schema text; longer texts get 400. Sample data and logs are limited only by the body size.',
  },
  textLimit: {
    type: 'size',
    default: '64KiB',
    about: 'Maximum size of any other text property; longer texts get 400.',
  },
  bulkLimit: {
    type: 'integer',
    default: 1000,
    min: 1,
    max: 100000,
    about: 'Maximum number of items in a bulk request; more get 413.',
  },
  exportLimit: {
    type: 'integer',
    default: 200000,
    min: 1,
    max: 10000000,
    about: 'Maximum number of rows in an export of search results; larger exports are rejected.',
  },
  rateLimit: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 1000000,
    about:
      'Maximum requests per minute per user or bot, or per client address for requests without a valid token. Each server counts for itself. Probes do not count. 0 means no limit.',
  },
  requestTimeout: {
    type: 'duration',
    default: '5m',
    min: '1s',
    about: 'Maximum time a client may take to send a request.',
  },
  queueLimit: {
    type: 'integer',
    default: 10000,
    min: 1,
    max: 1000000,
    about: 'Maximum number of writes waiting for the database; further writes get 429 until the queue shrinks.',
  },
  streamsPerUser: {
    type: 'integer',
    default: 20,
    min: 1,
    max: 100000,
    about: 'Maximum number of event streams that one user may have open on one server; more get 429.',
  },
  streamLimit: {
    type: 'integer',
    default: 1000,
    min: 1,
    max: 100000,
    about: 'Maximum number of event streams that may be open on one server; more get 429.',
  },
  streamStall: {
    type: 'duration',
    default: '30s',
    min: '1s',
    max: '1h',
    about: 'How long the client of an event stream may leave data unread before it is disconnected.',
  },
  shutdownGrace: {
    type: 'duration',
    default: '10s',
    max: '10m',
    about: 'How long running requests may take to finish when the server stops.',
  },
  trustProxy: {
    type: 'boolean',
    default: false,
    about:
      'Use the first address in X-Forwarded-For as the client address. Enable it only behind a proxy that overwrites this header.',
  },
  corsOrigins: {
    type: 'list',
    default: [],
    pattern: /^https?:\/\/[^\s/]+$/,
    shape: 'origins such as https://app.example.com, separated by commas',
    about: 'Origins whose pages may call the server from a browser, for example https://app.example.com.',
  },
  logLevel: {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    about: 'Minimum level of log lines to write.',
  },
  logRequests: { type: 'boolean', default: false, about: 'Log every request. Server errors are always logged.' },
  metrics: {
    type: 'choice',
    default: 'open',
    choices: ['open', 'token', 'closed'],
    about:
      'Who may read /metrics: everyone (open), administrators and bots with ViewAll on serverMetrics (token), or no one (closed).',
  },
  tokenLifetime: {
    type: 'duration',
    default: '1h',
    min: '1m',
    max: '30d',
    about: 'Lifetime of a user session token.',
  },
  connectionReaders: {
    type: 'list',
    default: ['ingestion-bot'],
    pattern: /^[^\s"]{1,256}$/,
    shape: 'bot user names separated by commas',
    about:
      'Bots that may read the connection secrets of services in clear text, which profiler and lineage workflows need. Every read is recorded. Empty means none.',
  },
  sourceAllow: {
    type: 'list',
    default: [],
    accepts: isAddressRange,
    shape: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    about:
      'Address ranges that connection tests, data tests and profiles may connect to in addition to public addresses, for example 10.0.0.0/8. Others are refused when connecting.',
  },
  sourceFolder: {
    type: 'text',
    default: '',
    pattern: /\S/,
    shape: 'a folder',
    about:
      'Folder with the SQLite files that connection tests, data tests and profiles may open. It cannot be the data folder. If empty, they open none.',
  },
  sourceTimeout: {
    type: 'duration',
    default: '1m',
    min: '1s',
    max: '1h',
    about: 'Maximum time for one statement of a data test or profile in its source; after that it is cancelled.',
  },
  runnerUrl: {
    type: 'url',
    default: '',
    schemes: ['http:', 'https:'],
    about:
      'Base URL of the runner that runs ingestion pipelines and the connection tests that this server cannot run. If empty, there is none.',
  },
  runnerToken: {
    type: 'text',
    default: '',
    secret: true,
    about: 'Token that the server sends to the runner, as a bearer token. If empty, none is sent.',
  },
  webhookAllow: {
    type: 'list',
    default: [],
    accepts: isAddressRange,
    shape: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    about:
      'Address ranges that alerts may be delivered to in addition to public addresses, for example 10.0.0.0/8. Others are refused when connecting.',
  },
  signatureHeader: {
    type: 'text',
    default: 'X-Svc-Signature',
    pattern: /^[A-Za-z][\w-]{0,63}$/,
    shape: 'the name of an HTTP header',
    about: 'Name of the header with the signature of a webhook, for receivers that expect another one.',
  },
  smtpUrl: {
    type: 'url',
    default: '',
    schemes: ['smtp:', 'smtps:'],
    secret: true,
    about:
      'Mail server, such as smtp://user:password@mail.example.com:587?tls=required, or smtps://… for TLS from the first byte. Used instead of the server in the e-mail settings. If both are empty, no mail is sent.',
  },
  mailSender: {
    type: 'text',
    default: '',
    pattern: /^[^\s@<>",;:]+@[^\s@<>",;:]+$/,
    shape: 'a mail address',
    about: 'Sender address of mail, if the e-mail settings name none.',
  },
  smtpAllow: {
    type: 'list',
    default: [],
    accepts: isAddressRange,
    shape: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    about:
      'Address ranges that the mail server in the e-mail settings may be in, in addition to public addresses. Others are refused when connecting.',
  },
  selfSignup: {
    type: 'boolean',
    default: false,
    about: 'Whether people may register accounts of their own. They confirm their address by mail.',
  },
  signupDomains: {
    type: 'list',
    default: [],
    pattern: /^[^\s@,]+\.[^\s@,]+$/,
    shape: 'domains such as example.com, separated by commas',
    about: 'Domains of the mail addresses that people may register with. Empty means all.',
  },
  readCache: {
    type: 'size',
    default: '96MiB',
    about:
      'Maximum size of the text of rows and responses that a server on PostgreSQL caches until something changes. It takes up to three times as much memory.',
  },
  mergeWindow: {
    type: 'duration',
    default: '10m',
    max: '1d',
    about: 'A PATCH by the same user within this time updates the current version instead of creating a new one.',
  },
  deleteSlice: {
    type: 'integer',
    default: 500,
    min: 10,
    max: 10000,
    about:
      'Maximum number of entities that a large delete removes per transaction; slow deletes use smaller slices so that other writes can run in between.',
  },
  staleRunAfter: {
    type: 'duration',
    default: '24h',
    min: '1m',
    about: 'An ingestion run without a status update for this long is marked stale.',
  },
  eventRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about: 'Days to keep change events; 0 keeps them forever.',
  },
  historyRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about: 'Days to keep old versions of entities; 0 keeps them forever.',
  },
  testResultRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about: 'Days to keep results of test cases; the newest of each is always kept. 0 keeps all of them forever.',
  },
  incidentRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about:
      'Days to keep resolved incidents of test cases with their tasks; the last incident of each test case is always kept. 0 keeps all of them forever.',
  },
  activityRetentionDays: {
    type: 'integer',
    default: 90,
    min: 1,
    max: 90,
    about: 'Days to keep activity on entities.',
  },
  threadRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about:
      'Days to keep resolved conversations and closed tasks of the feed after their last change; 0 keeps them forever.',
  },
  deliveryRetentionDays: {
    type: 'integer',
    default: 30,
    min: 1,
    max: 36500,
    about:
      'Days to keep records of deliveries of alerts. Of successful ones, at most the newest 1,000 of each alert are kept.',
  },
  circuitAfter: {
    type: 'duration',
    default: '5m',
    min: '1s',
    max: '1d',
    about:
      'How long every delivery to a destination of an alert must have failed before it counts as down. Its messages then wait, and one at a time is tried until one is delivered.',
  },
  auditRetentionDays: {
    type: 'integer',
    default: 90,
    min: 0,
    max: 36500,
    about:
      'Days to keep refused requests in the audit log; 0 keeps them until 50,000 newer ones are stored. Changes stay in it as long as their change events.',
  },
} as const satisfies OptionTable;
