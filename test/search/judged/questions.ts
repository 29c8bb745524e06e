// What people type, with what they want. Taken from the catalog by fixed steps, so that nobody chose the easy ones.
import type { Asset } from '../catalog/asset.js';
import { people, SENSITIVE, teams } from '../catalog/people-and-labels.js';
import { departments, measures, sources, things } from '../catalog/vocabulary.js';
import {
  byBeginning,
  byColumn,
  byContent,
  byKind,
  byMark,
  byName,
  byUse,
  type Grade,
  inPlace,
  type Judge,
  type Known,
  only,
  partsOf,
} from './judge.js';

export interface Question {
  kind: string;
  q: string;
  /** Index that is asked. */
  index: string;
  judge: Judge;
}

type Ask = (q: string, judge: Judge, index?: string) => Question;

export function questions(catalog: readonly Known[]): Question[] {
  const known = catalog.filter(({ asset }) => asset.type === 'table');
  const tables = known.map(({ asset }) => asset);
  const kept = tables.filter(({ fqn }) => /^(warehouse\.analytics|webshop\.shop|billing\.core)\./.test(fqn));
  const every = (step: number, from: number) => kept.filter((_, i) => i % step === from % step);
  const said = (kind: string, asked: (ask: Ask) => Question[]) =>
    asked((q, judge, index = 'table') => ({ kind, q, index, judge }));
  return [
    ...said('exact name', (ask) => every(170, 3).map(({ name }) => ask(name, byName(name)))),
    ...said('words', (ask) => every(300, 50).map(({ name }) => byItsName(ask, partsOf(name).join(' ')))),
    ...said('camelCase', (ask) => every(320, 90).map(({ name }) => byItsName(ask, camel(name)))),
    ...said('snake_case', (ask) =>
      kept
        .filter(({ name }) => /[a-z][A-Z]/.test(name))
        .filter((_, i) => i % 22 === 5)
        .map(({ name }) => byItsName(ask, snake(name))),
    ),
    ...said('parts', (ask) => partsAsked.map((q) => byItsName(ask, q))),
    ...said('prefix', (ask) => beginnings.map((q) => ask(q, byBeginning(q)))),
    ...said('plural', (ask) => every13().map(({ name, plural }, i) => byItsName(ask, i % 2 ? name : plural))),
    ...said('typo', (ask) => mistakes.map(([typed, meant]) => ask(typed, byName(meant)))),
    ...said('CJK', (ask) => signs.map((q) => ask(q, byBeginning(q)))),
    ...said('column', (ask) => columns.map((q) => ask(q, byColumn(q)))),
    ...said('tag', (ask) => labelled(ask, tables)),
    ...said('owner', (ask) => owned(ask, tables)),
    ...said('use', (ask) => used(ask, known)),
    ...said('place and name', (ask) =>
      departments.slice(0, 7).flatMap((department) => {
        const thing = things.find((one) => one.department === department)?.plural ?? '';
        const q = `mart ${thing} refresh`;
        return [
          ask(`mart_${department} ${thing}`, inPlace(`mart_${department}`, thing)),
          ...(department === 'sales' ? [ask(q, byName(q), 'storedProcedure')] : []),
        ];
      }),
    ),
    ...said('display name', (ask) => shownNames.map((q) => byItsName(ask, q))),
    ...said('FQN', (ask) =>
      every(1300, 7).map(({ fqn }) =>
        ask(
          fqn,
          only((one) => one.fqn === fqn),
        ),
      ),
    ),
    ...said('any type', (ask) => anywhere.map((q) => ask(q, byName(q), 'all'))),
    ...said('other types', (ask) => elsewhere.map(([index, q]) => ask(q, byName(q), index))),
    ...said('description', (ask) => described.map((q) => ask(q, byName(q)))),
    ...said('plain words', (ask) => inPlainWords.map(([q, judge, index]) => ask(q, judge, index))),
  ];
}

const byItsName = (ask: Ask, q: string) => ask(q, byName(q));
const camel = (name: string) => name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const every13 = () => things.filter((_, i) => i % 5 === 1);

const partsAsked = [
  'customer churn',
  'order revenue monthly',
  'payments stripe',
  'fct invoices',
  'dim warehouse',
  'loan margin region',
  'journal entry',
  'audit log tickets',
  'leads hubspot',
  'refund cost daily',
  'experiment conversion',
  'snap inventory',
  'delivery route latency',
  'credit score',
  'stg workday timesheets',
];

const beginnings = [
  'mart_cust',
  'fct_ord',
  'dim_prod',
  'stg_shopify__gift',
  'int_payments_dedup',
  'subscr',
  'watchl',
  'chargeb',
  'mart_loan_marg',
  'snap_exchange_r',
  'knowl',
  'page_views_202403',
  'PaymentAud',
  'coll',
];

const mistakes: readonly (readonly [typed: string, meant: string])[] = [
  ['custmer', 'customer'],
  ['shipmnets', 'shipments'],
  ['warehous', 'warehouse'],
  ['invioce', 'invoice'],
  ['subscripton', 'subscription'],
  ['recomendation', 'recommendation'],
  ['chargebak', 'chargeback'],
  ['wishlsit', 'wishlist'],
  ['oportunity', 'opportunity'],
  ['collaterral', 'collateral'],
  ['campain', 'campaign'],
  ['inventroy', 'inventory'],
  ['fct_paymets', 'fct_payments'],
  ['dim_employes', 'dim_employees'],
  ['conterparty', 'counterparty'],
];

const signs = ['顧客注文', '顧客', '売上', '売上集計', '在庫', '客户', '库存盘点', '供应商', '고객주문', '매출통계'];

const columns = [
  'loyalty_points',
  'tracking_code',
  'salary_band',
  'win_probability',
  'legal_entity_identifier',
  'nps_score',
  'exposure_amount',
  'feature flag_key',
  'iban',
  'first_reply_minutes',
  'reorder_point',
  'interest rate',
  'hiringManagerId',
  'os_version',
  'valid_on',
];

const shownNames = [
  'Customer Master General Data',
  'Accounting Document Segment',
  'vendor master',
  'Cost Center Master',
  'sales document item',
  'General Ledger Account Master',
];

const anywhere = [
  'Risk',
  'maria silva',
  'finance analytics',
  'refund insights',
  'Gold',
  'mart_marketing',
  'analytics_nordics',
  'stripe_app',
  'churn of customers',
  'sp_load_orders',
  'nightly profiler of billing',
];

const elsewhere: readonly (readonly [index: string, q: string])[] = [
  ['storedProcedure', 'reconcile payments'],
  ['storedProcedure', 'sp_load_orders'],
  ['query', 'revenue of orders'],
  ['query', 'churn invoice'],
  ['ingestionPipeline', 'warehouse lineage'],
  ['databaseSchema', 'mart_finance'],
  ['database', 'analytics_eu'],
  ['user', 'yuki'],
  ['user', 'larsen'],
  ['user', 'dmitri.novak'],
  ['team', 'logistics'],
  ['team', 'sales engineering'],
  ['tag', 'sensitive'],
  ['domain', 'marketing'],
  ['dataProduct', 'invoice insights'],
];

const described = [
  'raw events of 20240214',
  'at midnight shipment',
  'developed revenue quotes by channel',
  'quote from Hubspot renamed and typed',
  'who changed a payslip',
];

const inPlainWords: readonly (readonly [q: string, judge: Judge, index?: string])[] = [
  ['which tables hold the e-mail addresses of customers', byContent('customer', 'email')],
  ['where do we keep refunds', byName('refunds')],
  ['what is the salary band of our employees', byContent('employee', 'salary_band')],
  ['is there a table with the tracking codes of shipments?', byContent('shipment', 'tracking_code')],
  ['show me the tables about churn of loans', byName('loan churn')],
  ['where can I find the interest rate of each loan', byContent('loan', 'interest_rate')],
  ['which tables contain credit scores', byName('credit_score')],
  ['how many loyalty points does a customer have', byContent('customer', 'loyalty_points')],
  ['who are the suppliers and what is their rating', byContent('supplier', 'supplier_rating')],
  ['do we store the birth date of customers', byContent('customer', 'birth_date')],
  ['tables with the win probability of opportunities', byContent('opportunity', 'win_probability')],
  ['I am looking for the monthly revenue of orders', byName('order revenue monthly')],
  ['what do we know about complaints', byName('complaints')],
  ['in which table are the expense claims', byName('expense_claims')],
  ['list all the tables that record the absences of an employee', byContent('absence', 'employee_id')],
  ["where's the exchange rate table?", byName('exchange_rate')],
  ['give me everything about fraud alerts', byName('fraud_alert')],
  ['can you tell me which column has the IBAN of a transaction', byContent('transaction', 'iban')],
  ['which queries are about the revenue of invoices', byKind('query', 'revenue invoice'), 'all'],
  ['show me the stored procedures that archive payments', byKind('storedProcedure', 'archive payments'), 'all'],
  ['are there any data products about gift cards?', byKind('dataProduct', 'gift card'), 'all'],
  ['please find the pipelines of billing', byKind('ingestionPipeline', 'billing'), 'all'],
];

function labelled(ask: Ask, tables: readonly Asset[]): Question[] {
  const bearing = (tag: string) => (one: Asset) =>
    one.tags.includes(tag) || Object.values(one.columnTags).includes(tag);
  return [
    ...['Sox', 'Gold'].map((name) => {
      const tag = name === 'Sox' ? 'Regulation.Sox' : 'Certification.Gold';
      return ask(name, byMark(name, bearing(tag)));
    }),
    ...['Sensitive', SENSITIVE].map((q) => ask(q, byMark(q, bearing(SENSITIVE)))),
    ask('Regulation.Sox', byMark('Regulation.Sox', bearing('Regulation.Sox'))),
    ...(['Certification.Gold', 'Regulation.Sox', SENSITIVE] as const).map((tag) => {
      const name = nameOf(tables.find(bearing(tag)));
      return ask(`${tag.split('.')[1]} ${name}`.toLowerCase(), both(bearing(tag), name));
    }),
  ];
}

/** A label or an owner together with a name: both are wanted, the name alone is better than nothing. */
function both(bears: (one: Asset) => boolean, name: string): Judge {
  const named = byName(name);
  return (one) => {
    if (named(one) < 2) return 0;
    return bears(one.asset) ? 3 : 1;
  };
}

function owned(ask: Ask, tables: readonly Asset[]): Question[] {
  const owns = (name: string) => (one: Asset) => one.owner?.name === name;
  const count = (name: string) => tables.filter(owns(name)).length;
  const busy = [...people(), ...teams()].sort((a, b) => count(b.name) - count(a.name) || (a.name < b.name ? -1 : 1));
  return [
    ...busy.slice(0, 4).map(({ name, displayName = '' }) => ask(displayName, byMark(displayName, owns(name)))),
    ...busy.slice(4, 7).map(({ name }) => ask(name, byMark(name, owns(name)))),
    ...busy.slice(7, 9).map(({ name, displayName = '' }) => {
      const owned = nameOf(tables.find(owns(name)));
      return ask(`${displayName} ${owned}`, both(owns(name), owned));
    }),
  ];
}

/** What a table is about, without its layer: customers of dim_customers. */
function nameOf(table: Asset | undefined): string {
  return partsOf(table?.name ?? '').filter((part) => !sources.includes(part))[1] ?? '';
}

/** Words that many names have: the most used of them are wanted. */
function used(ask: Ask, tables: readonly Known[]): Question[] {
  const more = [
    'supplier',
    'loan',
    'order',
    'customers',
    'payments',
    'review',
    'stg_shopify',
    'int joined',
    'weekly cost',
    'dim_customers',
    'fct_payments',
  ];
  return [...measures.slice(0, 5), ...more].map((q) => {
    const named = byName(q);
    const level = Math.max(...tables.map(named)) as Grade;
    const uses = tables.filter((one) => named(one) === level).map(({ asset }) => asset.use);
    const most = uses.sort((a, b) => b - a)[2] ?? 0;
    return ask(q, byUse(q, level, Math.max(1, most)));
  });
}
