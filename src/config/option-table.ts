/** Every option of the server, in the order of the documentation. A new option is one row here. */
import type { OptionTable } from './option.js';

export const OPTIONS = {
  port: { type: 'integer', default: 8585, min: 0, max: 65535, about: 'Port to listen on; 0 takes a free one.' },
  host: {
    type: 'text',
    default: '127.0.0.1',
    pattern: /^[^\s/]+$/,
    shape: 'a name or an address of this machine',
    about: 'Address to listen on; 0.0.0.0 opens the server to the network.',
  },
  data: {
    type: 'text',
    default: './data',
    pattern: /\S/,
    shape: 'a folder',
    about: 'Folder of the embedded database and of the keys.',
  },
  databaseUrl: {
    type: 'url',
    default: '',
    schemes: ['postgres:', 'postgresql:'],
    secret: true,
    about: 'PostgreSQL 15 or newer to use in place of the embedded database.',
  },
  secretKey: {
    type: 'text',
    default: '',
    secret: true,
    about: 'Key that seals secrets at rest, 32 bytes in base64; empty: the file secret.key in the data folder.',
  },
  publicUrl: {
    type: 'url',
    default: '',
    schemes: ['http:', 'https:'],
    about: 'Address that clients use, for links in answers; empty: made of host and port.',
  },
  bodyLimit: { type: 'size', default: '32MiB', about: 'Largest request body; more is 413.' },
  longTextLimit: {
    type: 'size',
    default: '1MiB',
    about:
      'Largest description, SQL, code or schema text; more is 400. Sample data and logs are bounded by the body alone.',
  },
  textLimit: { type: 'size', default: '64KiB', about: 'Largest text of any other property; more is 400.' },
  bulkLimit: {
    type: 'integer',
    default: 1000,
    min: 1,
    max: 100000,
    about: 'Most items of one bulk request; more is 413.',
  },
  exportLimit: {
    type: 'integer',
    default: 200000,
    min: 1,
    max: 10000000,
    about: 'Most rows that one export of search results may have; more is refused.',
  },
  rateLimit: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 1000000,
    about:
      'Requests per minute for each user or bot, or for each address without a good token; probes do not count; 0 sets no limit.',
  },
  requestTimeout: {
    type: 'duration',
    default: '5m',
    min: '1s',
    about: 'Longest time a client may take to send a request.',
  },
  queueLimit: {
    type: 'integer',
    default: 10000,
    min: 1,
    max: 1000000,
    about: 'Most writes that wait for the database; more are refused until some are done.',
  },
  shutdownGrace: {
    type: 'duration',
    default: '10s',
    max: '10m',
    about: 'Time that requests under way get to finish when the server stops.',
  },
  trustProxy: {
    type: 'boolean',
    default: false,
    about:
      'Take the address of a client from X-Forwarded-For, the first there; only behind a proxy that replaces what clients send.',
  },
  corsOrigins: {
    type: 'list',
    default: [],
    pattern: /^https?:\/\/[^\s/]+$/,
    shape: 'origins such as https://app.example.com, with commas between them',
    about: 'Origins whose pages may call the server from a browser, such as https://app.example.com.',
  },
  logLevel: {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    about: 'Least weight of the log lines that are written.',
  },
  logRequests: { type: 'boolean', default: false, about: 'Log every request; failures of the server always are.' },
  metrics: {
    type: 'choice',
    default: 'open',
    choices: ['open', 'token', 'closed'],
    about:
      'Who reads /metrics: everybody, admins and bots that a policy allows ViewAll of serverMetrics with their token, or nobody.',
  },
  tokenLifetime: {
    type: 'duration',
    default: '1h',
    min: '1m',
    max: '30d',
    about: 'How long a session token of a person is good.',
  },
  connectionReaders: {
    type: 'list',
    default: ['ingestion-bot'],
    pattern: /^[^\s"]{1,256}$/,
    shape: 'names of accounts of bots, with commas between them',
    about:
      'Bots that read the secrets of services in clear, as profilers and lineage workflows need them; each read is recorded. Empty: none.',
  },
  mergeWindow: {
    type: 'duration',
    default: '10m',
    max: '1d',
    about: 'A PATCH by the same user within this time is merged into the current version.',
  },
  deleteSlice: {
    type: 'integer',
    default: 500,
    min: 10,
    max: 10000,
    about:
      'Most entities that a large delete removes at a time; fewer where that takes long, so that other writes come in between.',
  },
  staleRunAfter: {
    type: 'duration',
    default: '24h',
    min: '1m',
    about: 'An ingestion run without news for this time is marked stale.',
  },
  eventRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about: 'Days that change events are kept; 0 keeps them all.',
  },
  historyRetentionDays: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 36500,
    about: 'Days that old versions of entities are kept; 0 keeps them all.',
  },
} as const satisfies OptionTable;
