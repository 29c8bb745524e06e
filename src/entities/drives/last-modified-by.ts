import { link } from '../../traits/index.js';

/** The user who changed a file last, if the drive says so. */
export const lastModifiedBy = link({
  field: 'lastModifiedBy',
  kind: 'lastModified',
  end: 'to',
  types: ['user'],
  single: true,
  input: null,
  inWrites: true,
  always: true,
  operation: 'EditAll',
});
