import { isObject } from '../../../contract/index.js';
import { type Fields, readDocument, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { openSecrets, sealedIn } from '../service/sealed-secrets.js';

/** Contract key of the field that can hold secrets. */
export const SOURCE_CONFIG = 'metadataIngestion/workflow#sourceConfig';

/** A pipeline as returned, but with the secrets of its source configuration in plain text. */
export function revealPipeline(pipeline: Fields, row: EntityRow, scope: Pick<Scope, 'catalog'>): Fields {
  const { sourceConfig } = pipeline;
  if (!isObject(sourceConfig)) return pipeline;
  const sealed = sealedIn(readDocument(row).$sourceConfig);
  return { ...pipeline, sourceConfig: openSecrets(SOURCE_CONFIG, sourceConfig, sealed, scope) };
}
