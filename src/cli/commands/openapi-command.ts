import { Command } from 'commander';
import { assemble } from '../../assemble.js';
import { makeSecretKey, readConfig, readVersion } from '../../config/index.js';
import { buildDocument } from '../../http/index.js';
import { orFail } from '../fail.js';

/** `cairn openapi`: prints the OpenAPI document that the server returns at `/openapi.json`. */
export function openapiCommand(): Command {
  return new Command('openapi').description('Print the OpenAPI document of the server.').action(() =>
    orFail(async () => {
      const config = readConfig({}, {}); // no option changes the document
      const { catalog, routes } = assemble({ config, publicUrl: '', secretKey: makeSecretKey() });
      const { registry, contract } = catalog;
      console.log(buildDocument({ routes, types: registry.types, contract, version: readVersion() }));
    }),
  );
}
