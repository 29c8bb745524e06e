// What the catalog of the measurements holds: tables of twelve columns with owners and tags, and words that differ.
import { columnNames, kinds, plainWords, subjects } from './vocabulary.mjs';

const types = ['BIGINT', 'VARCHAR', 'TIMESTAMP', 'NUMERIC', 'BOOLEAN', 'DATE'];
const tableTypes = ['Regular', 'Regular', 'Regular', 'View', 'External'];

export const TABLES_PER_SCHEMA = 1000;
export const OWNERS = 20;
export const TAGS = ['Checked', 'Raw', 'Gold', 'Silver', 'Retired'];
export const COLUMN_TAG = 'Personal';
export const DOMAINS = ['commerce', 'people', 'supply', 'money', 'research'];

export const schemaName = (s) => `s${String(s).padStart(5, '0')}`;
export const ownerName = (i) => `bench-owner-${i}`;
export const domainOf = (s) => DOMAINS[s % DOMAINS.length];
/** Which owner has table `i` of schema `s`: a schema has two. */
export const ownerOf = (i, s) => (s * 3 + (i % 2)) % OWNERS;

// The same in `wrk-script.mjs`: names of tables by their number and the number of their schema.
export const SUBJECT_STEP = 13;
export const KIND_STEP = 5;

/** `invoice_audit_t0007`; all names have one length. */
export function tableName(i, s = 0) {
  const subject = subjects[(i * 7 + s * SUBJECT_STEP) % subjects.length];
  const kind = kinds[(i + s * KIND_STEP) % kinds.length];
  return `${subject}_${kind}_t${String(i).padStart(4, '0')}`;
}

/** A word that only one table has, of nine letters and digits. */
export function ticketOf(i, s = 0) {
  return `case${(s * TABLES_PER_SCHEMA + i).toString(36).padStart(5, '0')}`;
}

/** A create request without owners and tags. */
export function createTable(name, databaseSchema) {
  return {
    name,
    databaseSchema,
    tableType: 'Regular',
    description: `What ${name} records, one row for each order line that was delivered`,
    columns: Array.from({ length: 12 }, (_, i) => column(i, `column_${i}`)),
  };
}

function column(i, name) {
  const dataType = types[i % types.length];
  return {
    name,
    dataType,
    ...(dataType === 'VARCHAR' ? { dataLength: 120 } : {}),
    ...(i === 0 ? { constraint: 'PRIMARY_KEY', description: 'Number of the order line' } : {}),
  };
}

/** Table `i` with words of its own and with what the pages of the measurement show. */
export function tableWithOwner(i, databaseSchema, ownerId) {
  const label = (name) => ({
    tagFQN: `Bench.${name}`,
    source: 'Classification',
    labelType: 'Manual',
    state: 'Confirmed',
  });
  const chance = createChance(i + 1);
  const table = createTable(tableName(i), databaseSchema);
  const offset = Math.floor(chance() * columnNames.length);
  table.columns = table.columns.map((_, j) => column(j, columnNames[(offset + j * 7) % columnNames.length]));
  table.columns[1].tags = [label(COLUMN_TAG)];
  const words = Array.from({ length: 12 }, () => plainWords[Math.floor(chance() ** 2 * plainWords.length)]);
  return {
    ...table,
    tableType: tableTypes[i % tableTypes.length],
    description: `What ${table.name} records: ${words.join(' ')}. See ${ticketOf(i)}.`,
    owners: [{ id: ownerId, type: 'user' }],
    tags: [label(TAGS[i % TAGS.length])],
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
function createChance(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
