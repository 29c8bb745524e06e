import { readFileSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { createContract, parseObject } from '../../../contract/index.js';
import { readClientToken } from '../../config/index.js';
import { EgressError } from '../../egress/index.js';
import { USUALLY_CONTRACTED } from '../../entities/index.js';
import { DOCUMENT_READER, SCHEMAS_FOLDER } from '../../features.js';
import {
  chooseObject,
  createDocumentReader,
  MOST_YAML,
  type OdcsDocument,
  OdcsError,
  type OdcsObject,
  schemaObjects,
  textIn,
  YamlError,
} from '../../odcs/index.js';
import { openSource } from '../contract/open-source.js';
import { exitCodeOf, type Report, reportJson, reportText } from '../contract/report.js';
import { testAgainst } from '../contract/test-against.js';
import { schemaIn, testObject } from '../contract/test-source.js';
import { Failure } from '../fail.js';

interface Options {
  against?: string;
  source?: string;
  token?: string;
  entity?: string;
  type: string;
  object?: string;
  schema?: string;
  timeout: string;
  json?: true;
}

/** `cairn contract test FILE`: checks a data contract (ODCS) against the asset in a catalog or in a live database. */
export function contractCommand(): Command {
  const test = new Command('test')
    .description(
      'Check a data contract (ODCS). The exit code is 0 if every promise is kept, 1 if one is not, 2 if one cannot be checked.',
    )
    .argument('<file>', 'The contract, as YAML or JSON.')
    .option('--against <url>', 'URL of the catalog that has the asset.')
    .option('--token <token>', 'A token for the catalog; default: $CAIRN_TOKEN.')
    .option('--entity <fqn>', 'The asset; default: that of the contract in the catalog with the id of the document.')
    .option('--type <type>', 'Type of the asset.', USUALLY_CONTRACTED)
    .option('--source <url>', 'A database to check in place of a catalog: postgres://, mysql://, or a SQLite file.')
    .option('--schema <name>', 'Schema of the tables in the source.')
    .option('--object <name>', 'Name of the object in the contract; default: with --source, all of them.')
    .option('--timeout <seconds>', 'Time limit of each statement in the source.', '30')
    .option('--json', 'Print the result as JSON.')
    .action(run);
  return new Command('contract').description('Work with data contracts.').addCommand(test);
}

async function run(file: string, options: Options): Promise<void> {
  try {
    const report = await testFile(file, options);
    console.log(options.json ? reportJson(report) : reportText(report));
    process.exitCode = exitCodeOf(report);
  } catch (error) {
    const expected = [Failure, EgressError, OdcsError, YamlError].some((kind) => error instanceof kind);
    console.error(expected && error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

async function testFile(file: string, options: Options): Promise<Report> {
  const { against, source } = options;
  if ((against === undefined) === (source === undefined)) throw new Failure('give either --against or --source');
  const text = readContract(file);
  const contract = createContract({ schemasDir: SCHEMAS_FOLDER });
  const document = await readContractDocument(text);
  const name = textIn(document.name) ?? file;
  if (source !== undefined) {
    const types = contract.enumValues('entity/data/table#dataType');
    return { contract: name, ...(await testSource(document, source, options, types)) };
  }
  const token = options.token ?? readClientToken();
  if (!token) throw new Failure('--against requires a token: give --token, or set CAIRN_TOKEN');
  const { entity, type, object } = options;
  const { target, checks } = await testAgainst(text, document.id, { url: against ?? '', token, entity, type, object });
  return { contract: name, target, checks };
}

/** In a thread with a time limit, like the server: in a pipeline, the file can be anybody's. */
async function readContractDocument(text: string): Promise<OdcsDocument> {
  const reader = createDocumentReader({ program: DOCUMENT_READER });
  try {
    return parseObject<OdcsDocument>(await reader.read({ text, format: 'yaml', isOdcs: true }, ''));
  } finally {
    await reader.close();
  }
}

function readContract(file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Failure(`there is no file ${file}`);
  if (size > 4 * MOST_YAML) throw new Failure(`${file} is too large`);
  return readFileSync(file, 'utf8');
}

async function testSource(
  document: OdcsDocument,
  given: string,
  { object, schema, timeout }: Options,
  types: readonly string[],
) {
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 3600)) throw new Failure('--timeout must be a number of seconds, at most 3600');
  const objects = objectsOf(document, object);
  const opened = await openSource(given, seconds * 1000);
  try {
    const checks = [];
    const place = { schema: schema ?? schemaIn(document.servers, opened.product), types };
    for (const one of objects) {
      const found = await testObject(one, opened, place);
      checks.push(
        ...found.map((check) => (objects.length > 1 ? { ...check, what: `${one.name}: ${check.what}` } : check)),
      );
    }
    return { target: opened.name, checks };
  } finally {
    await opened.source.close();
  }
}

function objectsOf(document: OdcsDocument, name: string | undefined): OdcsObject[] {
  const objects = schemaObjects(document);
  if (name === undefined) {
    if (objects.length === 0) throw new Failure('the contract promises nothing about a table');
    return objects;
  }
  const found = chooseObject(document, { objectName: name });
  if (!found) throw new Failure(`--object must be one of ${objects.map((one) => one.name).join(', ')}`);
  return [found];
}
