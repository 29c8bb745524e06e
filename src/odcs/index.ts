export {
  chooseObject,
  customProperty,
  isNamed,
  type OdcsDocument,
  type OdcsObject,
  objectsIn,
  schemaObjects,
  textIn,
  withCustomProperty,
} from './document.js';
export {
  createDocumentReader,
  type DocumentReader,
  type DocumentTask,
  READER_READY,
  READING,
  TooManyDocuments,
} from './document-reader.js';
export { answerTask } from './document-task.js';
export { enforceStandard, normalizeDocument, OdcsError } from './normalize.js';
export {
  type Expectation,
  numberIn,
  type OdcsMetric,
  type QualityRule,
  readExpectation,
  readQualityRule,
} from './quality-rule.js';
export { MOST_YAML, readYaml, YamlError } from './read-yaml.js';
export { type DataType, dataTypeNamed, dataTypeOf, isCompatible, logicalTypeOf } from './types.js';
export { writeYaml } from './write-yaml.js';
