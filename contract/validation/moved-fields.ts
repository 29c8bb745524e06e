// Fields and values of earlier releases that were moved, split or renamed, so that an error can name their
// replacement.

const lineage = 'moved to the sourceConfig of the lineage pipeline (type DatabaseLineage)';
const classification = 'moved to the sourceConfig of the auto classification pipeline (type AutoClassification)';
const sampling = 'moved to profileSampleConfig.config';

const metadataPipeline = {
  overrideViewLineage: lineage,
  processViewLineage: lineage,
  processStoredProcedureLineage: lineage,
  processQueryLineage: lineage,
};
const profilerPipeline = {
  generateSampleData: `${classification}, where it is storeSampleData`,
  processPiiSensitive: `${classification}, where it is enableAutoClassification`,
  confidence: classification,
  sampleDataCount: classification,
  profileSample: sampling,
  profileSampleType: sampling,
  samplingMethodType: sampling,
};
const dbtCloud = {
  jobId: 'is replaced by jobIds, a list',
  projectId: 'is replaced by projectIds, a list',
  environmentId: 'is replaced by environmentIds, a list',
};

const moved: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'metadataIngestion/databaseServiceMetadataPipeline': metadataPipeline,
  'metadataIngestion/databaseServiceProfilerPipeline': profilerPipeline,
  'entity/services/connections/pipeline/dbtCloudConnection': dbtCloud,
};

const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  serviceType: { Mstr: 'MicroStrategy' },
  type: { Mstr: 'MicroStrategy' },
};

/** A sentence on what replaced a field that the schema `key` no longer has; undefined if it never had the field. */
export function movedField(key: string, field: string, property: string): string | undefined {
  const fields = moved[key];
  return fields && Object.hasOwn(fields, field) ? `${property} ${fields[field]}` : undefined;
}

/** A sentence with the current name of a value of an earlier release; undefined if it was not renamed. */
export function renamedValue(property: string, value: unknown): string | undefined {
  const values = renamed[property.split('.').at(-1) ?? ''];
  if (typeof value !== 'string' || !values || !Object.hasOwn(values, value)) return undefined;
  return `${property} ${value} is now named ${values[value]}`;
}
