// What the pictures of pages show: an address, and what somebody does there first.
import type { Page } from 'playwright-core';
import { SCHEMA, type Studio, TABLE } from './studio.js';

export interface Scene {
  name: string;
  path: string;
  /** Of the `h1`. */
  heading: string | RegExp;
  /** null: nobody is signed in. Default: the admin. */
  as?: null;
  width?: number;
  height?: number;
  /** What somebody does on the page; waits for what it shows. */
  act?: (page: Page, studio: Studio) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const tableTab = (tab: string) => `/table/${TABLE}/${tab}`;

const PUBLIC: Scene[] = [
  { name: 'sign-in', path: '/signin', heading: 'Sign in to Cairn', as: null },
  { name: 'sign-up', path: '/signup', heading: 'Create an account', as: null },
];

const FINDING: Scene[] = [
  { name: 'my-data', path: '/my-data', heading: /^Welcome/ },
  {
    name: 'explore',
    path: '/explore/tables?search=orders',
    heading: 'Explore',
    act: async (page) => {
      await button(page, 'Kind of service').click();
      await page.getByRole('checkbox', { name: /^Snowflake/ }).click();
      await page.getByText(/^\d+ results for/).waitFor();
    },
  },
  {
    name: 'conditions',
    path: '/explore/tables',
    heading: 'Explore',
    act: async (page) => {
      await button(page, 'Conditions').click();
      await page.getByRole('textbox', { name: 'Value' }).fill('orders');
    },
  },
  {
    name: 'peek',
    path: '/explore/tables?search=orders',
    heading: 'Explore',
    act: async (page) => {
      await page.locator('[data-result]').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Space');
      await page.getByRole('dialog').getByRole('heading', { name: 'Columns' }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/my-data',
    heading: /^Welcome/,
    act: async (page) => {
      await page.waitForLoadState('networkidle');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await page.keyboard.type('orders');
      await page.getByRole('dialog').getByText('fct_orders').first().waitFor();
    },
  },
];

const TABLES: Scene[] = [
  { name: 'table', path: `/table/${TABLE}`, heading: 'fct_orders' },
  { name: 'table-sample', path: tableTab('sample_data'), heading: 'fct_orders' },
  { name: 'table-queries', path: tableTab('table_queries'), heading: 'fct_orders' },
  { name: 'table-profile', path: tableTab('profiler/table-profile'), heading: 'fct_orders' },
  {
    name: 'column-profile',
    path: tableTab(`profiler/column-profile?column=${TABLE}.total_amount`),
    heading: 'fct_orders',
  },
  { name: 'table-activity', path: tableTab('activity_feed/all'), heading: 'fct_orders' },
  { name: 'contract', path: tableTab('contract'), heading: 'fct_orders' },
  { name: 'versions', path: `/table/${SCHEMA}.fct_refunds/versions/0.2`, heading: 'fct_refunds' },
];

const ASSETS: Scene[] = [
  { name: 'topic', path: '/topic/events.cart_changed', heading: 'cart_changed' },
  { name: 'dashboard', path: '/dashboard/reports.sales_today', heading: 'Sales today' },
  { name: 'schema', path: `/databaseSchema/${SCHEMA}`, heading: 'facts' },
  { name: 'domain', path: '/domain/Sales', heading: 'Sales' },
  { name: 'data-product', path: '/dataProduct/order_insights', heading: 'Order insights' },
  { name: 'term', path: '/glossary/Shop.Revenue', heading: 'Revenue' },
  { name: 'classification', path: '/tags/Sensitivity', heading: 'Sensitivity' },
];

const PEOPLE: Scene[] = [
  { name: 'team', path: '/settings/members/teams', heading: 'Organization' },
  { name: 'user', path: '/users/lena', heading: 'Lena Novak' },
  { name: 'policy', path: '/settings/access/policies/DataConsumerPolicy', heading: 'Data Consumer Policy' },
  {
    name: 'permissions',
    path: '/settings/access/permission-debugger?user=lena&resource=table&operation=Delete',
    heading: 'Permission debugger',
  },
  { name: 'bots', path: '/settings/bots', heading: 'Bots' },
  { name: 'tokens', path: '/users/admin/access-token', heading: 'Admin' },
];

const WATCHING: Scene[] = [
  { name: 'alerts', path: '/observability/alerts', heading: 'Alerts' },
  {
    name: 'alert-form',
    path: '/observability/alerts/add',
    heading: 'Add an alert',
    height: 1100,
    act: async (page) => {
      await button(page, 'Add a filter').click();
      await page.getByRole('menuitem', { name: /^Test case name/ }).click();
      await page.getByText('Complete the conditions').waitFor();
    },
  },
  {
    name: 'alert',
    path: '/observability/alert/failing_tests_of_facts/configuration',
    heading: 'Failing tests of facts',
  },
  {
    name: 'template',
    path: '/settings/notifications/templates/system-notification-entity-updated',
    heading: 'Entity Updated',
  },
  { name: 'quality', path: '/data-quality', heading: 'Data quality' },
  { name: 'pipelines', path: '/observability/pipelines', heading: 'Pipelines' },
  { name: 'runs', path: '/pipeline/scheduler.nightly_load/executions', heading: 'Nightly load' },
  {
    name: 'test-case',
    path: `/test-case/${TABLE}.rows_as_usual/test-case-results`,
    heading: 'Rows as usual',
  },
  { name: 'incidents', path: '/incident-manager', heading: 'Incidents' },
  { name: 'incident-groups', path: '/incident-manager?by=table', heading: 'Incidents' },
  {
    name: 'task',
    path: '/task/TASK-00001',
    heading: 'Describe currency of fct_orders',
  },
];

const SETTINGS: Scene[] = [
  { name: 'settings', path: '/settings', heading: 'Settings' },
  { name: 'search-settings', path: '/settings/preferences/search-settings?q=orders', heading: 'Search' },
  {
    name: 'audit-log',
    path: '/settings/access/audit-logs?entityType=table',
    heading: 'Audit log',
    async act(page) {
      await page.getByRole('grid').getByRole('link').first().waitFor();
      // Seconds depend on how fast the server started.
      await page.getByRole('gridcell').evaluateAll((cells) => {
        for (const cell of cells) {
          const text = cell.textContent ?? '';
          if (/:\d\d:\d\d/.test(text)) cell.textContent = text.replace(/(:\d\d):\d\d/, '$1:00');
        }
      });
    },
  },
  { name: 'nothing-here', path: '/explore-nothing/here', heading: 'There is no page at this address' },
];

const NARROW: Scene[] = [
  { name: 'narrow-table', path: `/table/${TABLE}`, heading: 'fct_orders', width: 320, height: 900 },
  { name: 'narrow-explore', path: '/explore/tables?search=orders', heading: 'Explore', width: 320, height: 900 },
];

/** Changes what it shows, so it comes last. */
const CONFLICT: Scene = {
  name: 'conflict',
  path: `/table/${SCHEMA}.fct_payments`,
  heading: 'fct_payments',
  act: async (page, { describe }) => {
    await button(page, 'Edit the description').waitFor();
    await page.keyboard.press('e');
    const text = page.getByRole('textbox', { name: 'Description' });
    await text.fill(
      'Every payment that was captured, one row for each event. Amounts are in the currency of the shop.',
    );
    await describe(`${SCHEMA}.fct_payments`, 'Every payment, also those that were tried and failed.');
    await button(page, 'Save').click();
    await page.getByRole('dialog', { name: 'Somebody else changed this too' }).waitFor();
  },
};

export const SCENES: readonly Scene[] = [
  ...PUBLIC,
  ...FINDING,
  ...TABLES,
  ...ASSETS,
  ...PEOPLE,
  ...WATCHING,
  ...SETTINGS,
  ...NARROW,
  CONFLICT,
];

/** What the gallery is asked to show (`ui/gallery`). Dialogs lie over its page, so their pictures are those of pages. */
export const EXHIBITS: readonly string[] = [
  ...['states', 'failures', 'grid', 'paged-grid', 'tree', 'parts', 'texts', 'figures', 'news'],
  // Rows are lower where somebody chose it.
  'grid&dense',
];

export const nameOfExhibit = (exhibit: string): string => `kit-${exhibit.replace('&', '-')}`;
