/** A sample catalog: a web shop, its warehouse and its finance department. Pure data, in creation order. */

import type { Fields } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { PERSONAL_RECOGNIZERS } from './demo-rules.js';

/** Create requests of one type. */
export interface DemoBatch {
  type: string;
  creates: Fields[];
}

export const owners = (name: string) => [{ type: 'user', name }];

export function service(type: string, name: string, serviceType: string, description: string): DemoBatch {
  return { type, creates: [{ name, serviceType, description }] };
}

const people = [
  ['maria', 'Maria Silva'],
  ['jonas', 'Jonas Weber'],
  ['aiko', 'Aiko Tanaka'],
  ['samir', 'Samir Haddad'],
  ['lena', 'Lena Novak'],
  ['tom', 'Tom Baker'],
] as const;

/** Tables of the shop with their columns; text after a colon is the data type. */
const things: Readonly<Record<string, string>> = {
  customer: 'email, first_name, last_name, birth_date:DATE, country_code, signup_at:TIMESTAMP',
  order: 'customer_id:BIGINT, ordered_at:TIMESTAMP, status, total_amount:DECIMAL, currency',
  order_item: 'order_id:BIGINT, product_id:BIGINT, quantity:INT, unit_price:DECIMAL, discount:DECIMAL',
  product: 'sku, title, category_id:BIGINT, list_price:DECIMAL, weight_grams:INT, active:BOOLEAN',
  category: 'title, parent_id:BIGINT, sort_order:INT',
  supplier: 'company_name, contact_email, country_code, rating:INT',
  inventory: 'product_id:BIGINT, warehouse_id:BIGINT, on_hand:INT, reserved:INT, counted_at:TIMESTAMP',
  shipment: 'order_id:BIGINT, carrier, tracking_code, shipped_at:TIMESTAMP, delivered_at:TIMESTAMP',
  return_request: 'order_id:BIGINT, reason, requested_at:TIMESTAMP, refunded_amount:DECIMAL',
  payment: 'order_id:BIGINT, method, amount:DECIMAL, currency, captured_at:TIMESTAMP',
  refund: 'payment_id:BIGINT, amount:DECIMAL, issued_at:TIMESTAMP, reason',
  invoice: 'customer_id:BIGINT, number, due_date:DATE, amount:DECIMAL, paid:BOOLEAN',
  coupon: 'code, percent_off:INT, valid_from:DATE, valid_to:DATE',
  campaign: 'title, channel, budget:DECIMAL, starts_on:DATE, ends_on:DATE',
  web_session: 'visitor_id, started_at:TIMESTAMP, device, landing_page, referrer',
  page_view: 'session_id:BIGINT, url, viewed_at:TIMESTAMP, seconds_on_page:INT',
  cart_event: 'session_id:BIGINT, product_id:BIGINT, action, happened_at:TIMESTAMP',
  support_ticket: 'customer_id:BIGINT, subject, priority, opened_at:TIMESTAMP, closed_at:TIMESTAMP',
  review: 'product_id:BIGINT, customer_id:BIGINT, stars:INT, body:TEXT, written_at:TIMESTAMP',
  employee: 'email, full_name, department, hired_on:DATE, salary:DECIMAL',
  store: 'title, city, country_code, opened_on:DATE',
  exchange_rate: 'currency, rate:DECIMAL, valid_on:DATE',
  subscription: 'customer_id:BIGINT, plan, started_on:DATE, cancelled_on:DATE, monthly_fee:DECIMAL',
  ledger_entry: 'account_code, debit:DECIMAL, credit:DECIMAL, booked_on:DATE, memo',
  budget_line: 'account_code, fiscal_year:INT, planned_amount:DECIMAL, approved:BOOLEAN',
};

/** What is not about sales, wherever it is. */
const domains: Readonly<Record<string, string>> = {
  supplier: 'Logistics',
  inventory: 'Logistics',
  shipment: 'Logistics',
  return_request: 'Logistics',
  store: 'Logistics',
  employee: 'Finance',
  exchange_rate: 'Finance',
  ledger_entry: 'Finance',
  budget_line: 'Finance',
};

/** Schemas, and how tables are named in each. */
const places = [
  { schema: 'webshop.shop.public', prefix: '', word: 'as the shop writes it', kind: 'Regular' },
  { schema: 'webshop.shop.archive', prefix: 'old_', word: 'older than two years', kind: 'Regular' },
  { schema: 'warehouse.analytics.raw', prefix: 'raw_', word: 'as it came from the shop, unchanged', kind: 'Regular' },
  { schema: 'warehouse.analytics.staging', prefix: 'stg_', word: 'cleaned and typed', kind: 'View' },
  { schema: 'warehouse.analytics.intermediate', prefix: 'int_', word: 'joined with what it belongs to', kind: 'View' },
  { schema: 'warehouse.analytics.dimensions', prefix: 'dim_', word: 'with its history, for joining', kind: 'Regular' },
  { schema: 'warehouse.analytics.facts', prefix: 'fct_', word: 'one row for each event', kind: 'Regular' },
  { schema: 'warehouse.analytics.reports', prefix: 'rpt_', word: 'summed by day and country', kind: 'View' },
  { schema: 'finance.books.ledger', prefix: 'gl_', word: 'as it is booked', kind: 'Regular' },
  { schema: 'finance.books.planning', prefix: 'plan_', word: 'as it is expected next year', kind: 'Regular' },
  { schema: 'finance.books.audit', prefix: 'audit_', word: 'with who changed it and when', kind: 'Regular' },
  { schema: 'finance.books.closing', prefix: 'close_', word: 'frozen at the end of each month', kind: 'View' },
] as const;

const personal = ['email', 'contact_email', 'first_name', 'last_name', 'full_name', 'birth_date', 'visitor_id'];
const services = [
  ['webshop', 'Postgres', 'The database behind the web shop.'],
  ['warehouse', 'Snowflake', 'Where all data comes together for reports.'],
  ['finance', 'BigQuery', 'Books, plans and audits.'],
] as const;

/** All batches, in creation order. */
export function demoCatalog(): DemoBatch[] {
  return [
    {
      type: 'user',
      creates: people.map(([name, displayName]) => ({ name, displayName, email: `${name}@shop.example` })),
    },
    {
      type: 'classification',
      creates: [
        classification('Sensitivity', 'How carefully to handle it.'),
        classification('Trust', 'How far to rely on it.'),
      ],
    },
    {
      type: 'tag',
      creates: [
        { ...tag('Sensitivity', 'Personal', 'Tells something about a person.'), recognizers: PERSONAL_RECOGNIZERS },
        tag('Sensitivity', 'Confidential', 'For those who need it.'),
        tag('Trust', 'Certified', 'Checked and kept up by its owners.'),
        tag('Trust', 'Draft', 'May change any day.'),
      ],
    },
    {
      type: 'domain',
      creates: ['Sales', 'Logistics', 'Finance'].map((name) => ({
        name,
        domainType: 'Aggregate',
        description: `Data about ${name.toLowerCase()}.`,
      })),
    },
    {
      type: 'databaseService',
      creates: services.map(([name, serviceType, description]) => ({ name, serviceType, description })),
    },
    {
      type: 'database',
      creates: [database('webshop', 'shop'), database('warehouse', 'analytics'), database('finance', 'books')],
    },
    {
      type: 'databaseSchema',
      creates: places.map(({ schema, word }) => ({
        name: last(schema),
        database: schema.slice(0, schema.lastIndexOf('.')),
        description: `Data, ${word}.`,
      })),
    },
    ...places.map((place, i) => ({
      type: 'table',
      creates: Object.entries(things).map(([thing, columns], j) => table(place, thing, columns, i + j)),
    })),
  ];
}

function last(fqn: string): string {
  return fqn.slice(fqn.lastIndexOf('.') + 1);
}

function classification(name: string, description: string): Fields {
  return { name, description };
}

function tag(of: string, name: string, description: string): Fields {
  return { name, classification: of, description };
}

function database(service: string, name: string): Fields {
  return { name, service, description: `The database ${name} of ${service}.` };
}

function table(place: (typeof places)[number], thing: string, columns: string, turn: number): Fields {
  const names = `${thing}_id:BIGINT, ${columns}`.split(', ').map((column) => column.split(':'));
  const foreign = foreignKeys(
    place,
    names.slice(1).map(([name = '']) => name),
  );
  const [owner] = present(people[turn % people.length]);
  return {
    name: `${place.prefix}${plural(thing)}`,
    databaseSchema: place.schema,
    tableType: place.kind,
    description: `Every ${thing.replaceAll('_', ' ')}, ${place.word}.`,
    owners: owners(owner),
    domains: [place.schema.startsWith('finance.') ? 'Finance' : (domains[thing] ?? 'Sales')],
    ...(place.prefix === 'dim_' || place.prefix === 'fct_' ? { tags: [label('Trust.Certified')] } : {}),
    ...(foreign.length > 0 ? { tableConstraints: foreign } : {}),
    ...(place.prefix === 'int_' ? { tags: [label('Trust.Draft')] } : {}),
    columns: names.map(([name = '', dataType = 'VARCHAR'], i) => ({
      name,
      dataType,
      ...(dataType === 'VARCHAR' ? { dataLength: 255 } : {}),
      ...(i === 0 ? { constraint: 'PRIMARY_KEY', description: `The ${thing.replaceAll('_', ' ')}.` } : {}),
      ...(personal.includes(name) ? { tags: [label('Sensitivity.Personal')] } : {}),
    })),
  };
}

/** Facts refer to dimensions. */
function foreignKeys({ prefix }: (typeof places)[number], names: readonly string[]): Fields[] {
  if (prefix !== 'fct_') return [];
  return names.flatMap((name) => {
    const thing = name.replace(/_id$/, '');
    if (thing === name || !Object.hasOwn(things, thing)) return [];
    const referredColumns = [`warehouse.analytics.dimensions.dim_${plural(thing)}.${name}`];
    return [{ constraintType: 'FOREIGN_KEY', columns: [name], referredColumns, relationshipType: 'MANY_TO_ONE' }];
  });
}

function plural(thing: string): string {
  return thing.endsWith('y') ? `${thing.slice(0, -1)}ies` : `${thing}s`;
}

function label(tagFQN: string): Fields {
  return { tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
}
