import { describe, expect, test } from 'vitest';
import { type ConfigError, readConfig } from './read-config.js';

describe('reading the configuration', () => {
  test('defaults', () => {
    expect(readConfig({}, {})).toMatchObject({
      port: 8585,
      host: '127.0.0.1',
      bodyLimit: 32 * 1024 * 1024,
      mergeWindow: 600_000,
      corsOrigins: [],
      databaseUrl: '',
    });
  });

  test('a flag takes precedence over the environment, and that over the default', () => {
    const environment = { CAIRN_PORT: '9000', CAIRN_BULK_LIMIT: '7' };
    expect(readConfig({ port: '9001' }, environment)).toMatchObject({ port: 9001, bulkLimit: 7 });
  });

  test.each([
    ['port', '80x', '--port must be a whole number from 0 to 65535, not "80x".'],
    ['port', '70000', '--port must be a whole number from 0 to 65535, not "70000".'],
    ['mergeWindow', '10', '--merge-window must be a duration such as 500ms, 30s, 10m, 12h or 7d, not "10".'],
    ['tokenLifetime', '1s', '--token-lifetime must be at least 1m, not "1s".'],
    ['bodyLimit', '0', '--body-limit must be a size such as 512KiB or 32MiB, not "0".'],
    ['logLevel', 'loud', '--log-level must be one of debug, info, warn, error, silent, not "loud".'],
    ['trustProxy', 'maybe', '--trust-proxy must be true or false, not "maybe".'],
    ['publicUrl', 'ftp://x', '--public-url must be a URL that starts with http:// or https://, not "ftp://x".'],
    ['host', '', '--host must be a host name or IP address of this machine, not "".'],
    ['data', ' ', '--data must be a folder, not " ".'],
    ...['10', '10.0.0.0/33', 'db.example.com', '10.0.0.1,::1/129', '10.0.0.0/8/8'].map(
      (text) =>
        [
          'sourceAllow',
          text,
          '--source-allow must be IP addresses or ranges such as 10.0.0.0/8, separated by commas, not',
        ] as const,
    ),
    [
      'corsOrigins',
      'https://a.example.com,https://b.example.com/',
      '--cors-origins must be origins such as https://app.example.com, separated by commas, not',
    ],
  ] as const)('%s=%s is refused', (name, text, sentence) => {
    expect(() => readConfig({ [name]: text }, {})).toThrow(sentence);
  });

  test.each([
    'postgres://u:p@one:5432,two:5433/d',
    'postgresql://one,two,three/d?sslmode=require',
    'postgres://u:p%2C@one/d',
    'postgres://u:p,q@[::1]:5432,two/d',
  ])('%s is the URL of a database', (databaseUrl) => {
    expect(readConfig({ databaseUrl }, {})).toMatchObject({ databaseUrl });
  });

  test.each(['postgres://one:5432:two/d', 'postgres://one:port,two/d', 'postgres:one'])(
    '%s is no URL of a database',
    (databaseUrl) => {
      expect(() => readConfig({ databaseUrl }, {})).toThrow('must be a URL that starts with postgres://');
    },
  );

  test('a secret is not repeated in its error message', () => {
    expect(() => readConfig({}, { CAIRN_DATABASE_URL: 'mysql://u:hidden@h/d' })).toThrow(
      'CAIRN_DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
    );
  });

  test('all problems are reported at once, including misspelt variables', () => {
    try {
      readConfig({ port: 'x' }, { CAIRN_PROT: '1' });
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigError).problems).toHaveLength(2);
      expect((error as ConfigError).problems[0]).toBe('CAIRN_PROT is not an option of this server.');
    }
  });
});
