// Schemas that the reference lacks, derived from it.

/** Entries to add to `types`. */
export const ownTypes = (types) => ({
  // A report is created from the entity itself; what the server manages need not be given.
  'api/data/createReport': { ...types['entity/data/report'], required: ['name', 'service'] },
});
