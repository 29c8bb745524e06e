// Reads the table of service connections, which tests compare with what the contract derives from the schemas.
const tls = ['caCertificate', 'sslCertificate', 'sslKey'];
const sampleData = 'sampleDataStorageConfig.config.storageConfig.awsSecretAccessKey';

/** Returns family → { without: serviceTypes that have no connection, connections: { type: { schema, secrets } } }. */
export function readConnectionTable(markdown) {
  const families = {};
  let family;
  for (const line of markdown.split('\n')) {
    const heading = /^## (\w+) \(/.exec(line);
    if (heading) families[heading[1]] = family = { without: [], connections: {} };
    const without = /^serviceType values without a connection in `config`: (.*)$/.exec(line);
    if (without) family.without = without[1].split(', ');
    const cells = line.split('|').map((cell) => cell.trim());
    if (!family || cells.length < 8 || cells[1] === 'type' || cells[1] === '-') continue;
    const [, type, schema, , , secrets] = cells;
    family.connections[type] = { schema: schema.replace(/ \(.*\)$/, ''), secrets: readSecrets(secrets) };
  }
  return families;
}

function readSecrets(cell) {
  if (cell === '-') return [];
  return cell.split(', ').flatMap((part) => {
    if (part === '+S3') return [sampleData];
    return part.endsWith('.*') ? tls.map((name) => part.replace('*', name)) : [part];
  });
}
