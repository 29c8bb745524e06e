import { describe, expect, it } from 'vitest';
import { mapPasswords, namesSecret, secretText } from './secret-names.js';

describe('names of secrets', () => {
  it.each(
    `password passwd PWD pass passphrase dbPassword PGPASSWORD sslpassword keyStorePassword password2 secret clientSecret
     client_secret secrets token authToken awsSessionToken access-token jwt apiKey api_key APIKey X-API-Key apikey
     privateKey private_key privateKeyValue secretKey aws_secret_access_key accessKey account_key SharedAccessKey
     credential credentials credentials_info sasl.jaas.config sasl.password ssl.key.pem basic.auth.user.info
     connectionString Authorization Cookie GITHUB_TOKEN sig X-Amz-Signature
     GITHUB_PAT DB_PASS OPENAI_KEY SENTRY_DSN`.split(/\s+/),
  )('%s is one', (key) => expect(namesSecret(key)).toBe(true));

  it.each(
    `tokenUrl tokenURL tokenEndpoint tokenType tokenLifetime tokenValidity subjectTokenType secretName secretsManager
     passwordless passwordEncoder bypass compass design authType authMechanism accessKeyId awsAccessKeyId privateKeyPath
     privateKeyId personalAccessTokenName primaryKey key keyspace username userKey consumerKey sslMode sslrootcert
     credentialSource AWS_ACCESS_KEY_ID PATH REGION KEY_FILE authorizationUrl tokens maxTokens host port keyStoreAlias assumeRoleSessionName`.split(
      /\s+/,
    ),
  )('%s is none', (key) => expect(namesSecret(key)).toBe(false));

  it('do not include flags, and numbers only under password names', () => {
    expect(['true', 'False', 'none'].map((value) => secretText('useToken', value))).toEqual(Array(3).fill(undefined));
    expect([secretText('token', true), secretText('token', 5), secretText('maxToken', 5)]).toEqual(
      Array(3).fill(undefined),
    );
    expect([secretText('pwd', 1234), secretText('password', '1234')]).toEqual(['1234', '1234']);
  });
});

describe('passwords in texts', () => {
  it.each([
    ['ana:hunter2@db:5432', 'ana:#@db:5432'],
    ['ana:hunt:er2@db', 'ana:#@db'],
    ['ana:p@ss@h1:1,h2:2', 'ana:#@h1:1,h2:2'],
    ['https://ana:p@ss/w:rd@db.example.com:1/x', 'https://ana:#@db.example.com:1/x'],
    ['https://ana:pw@db.example.com/x?mail=a@b.c', 'https://ana:#@db.example.com/x?mail=a@b.c'],
    ['https://ana:p?w@db/x', 'https://ana:#@db/x'],
    ['redis://:pw@cache:6379', 'redis://:#@cache:6379'],
    ['jdbc:postgresql://h/db?user=u&password=p%40&ssl=true', 'jdbc:postgresql://h/db?user=u&password=#&ssl=true'],
    [
      'jdbc:sqlserver://h:1433;user=sa;password=x!;encrypt=true',
      'jdbc:sqlserver://h:1433;user=sa;password=#;encrypt=true',
    ],
    ['jdbc:oracle:thin:scott/tiger@//h:1521/x', 'jdbc:oracle:thin:scott/#@//h:1521/x'],
    ['DRIVER={X};UID=u;PWD=x;', 'DRIVER={X};UID=u;PWD=#;'],
    ['host=h user=u password=x', 'host=h user=u password=#'],
    ['L required username="u" password="a b";', 'L required username="u" password="#";'],
    ['--api-key=abc', '--api-key=#'],
    ['https://acc.blob.core/x?sv=1&sig=abc%3D', 'https://acc.blob.core/x?sv=1&sig=#'],
    ['run postgres://u:p@h/db now', 'run postgres://u:#@h/db now'],
    ['postgres://u:p@h/db?password=q', 'postgres://u:#@h/db?password=#'],
  ])('%s', (text, masked) => {
    expect(mapPasswords(text, () => '#')).toBe(masked);
    // A masked text has its passwords in the same positions.
    const mask = '*********';
    expect(mapPasswords(masked.replaceAll('#', mask), (found) => (found === mask ? '+' : '!'))).toBe(
      masked.replaceAll('#', '+'),
    );
  });

  it.each([
    'db.example.com:5432',
    'http://superset:8088/users/@me',
    'mailto:ana@example.com',
    'arn:aws:iam::1:role/a@b',
    'ana@example.com',
    'https://ana@example.com/x',
    'http://h:1/?tokenUrl=x&secretName=y&useToken=true',
    'a=b',
    '',
  ])('none in %s', (text) => expect(mapPasswords(text, () => '#')).toBe(text));

  it('is linear in the text', () => {
    const pieces = [
      'a:',
      'a://',
      '@',
      'a=',
      'a:a@',
      ' x://u:',
      '=x://u:',
      '=x://u:1/',
      'p=p&',
      '"',
      '-a',
      '="',
      'jdbc:oracle:a:',
    ];
    for (const piece of pieces)
      for (const end of ['', '@', ' '])
        expect(() => mapPasswords(piece.repeat(100_000 / piece.length) + end, () => '#')).not.toThrow();
  });
});
