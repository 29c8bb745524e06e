import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTANCES, STATE_BY_ID, STATES } from '../../src/entities/workflows/workflow-run-routes.js';
import { putPoints } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const path = '/v1/governance/workflowDefinitions';
const start = { name: 'begin', type: 'startEvent', subType: 'startEvent' };
const end = { name: 'end', type: 'endEvent', subType: 'endEvent' };
const check = {
  name: 'check',
  type: 'automatedTask',
  subType: 'checkEntityAttributesTask',
  config: { rules: '{}' },
  input: ['relatedEntity'],
  inputNamespaceMap: { relatedEntity: 'global' },
  branches: ['true', 'false'],
};
const graph = {
  description: 'Checks tables',
  trigger: {
    type: 'eventBasedEntity',
    config: { entityType: 'table', events: ['Created'] },
    output: ['relatedEntity'],
  },
  nodes: [start, check, end],
  edges: [
    { from: 'begin', to: 'check' },
    { from: 'check', to: 'end', condition: 'true' },
    { from: 'check', to: 'end', condition: 'false' },
  ],
};
const backAndForth = [
  { from: 'check', to: 'again', condition: 'false' },
  { from: 'again', to: 'check', condition: 'false' },
  { from: 'again', to: 'end', condition: 'true' },
];

forEachSeededStore('workflows', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
  });
  afterAll(() => app.close());

  describe('definitions', () => {
    it('are stored, never deployed, suspended and resumed', async () => {
      const made = await app.request('POST', path, { body: { ...graph, name: 'checks', type: 'eventBasedEntity' } });
      expect(made.status, made.text).toBe(201);
      expect(made.json).toMatchObject({ deployed: false, suspended: false, nodes: graph.nodes, edges: graph.edges });
      const suspended = await app.request('PUT', `${path}/name/checks/suspend`);
      expect(suspended.json).toMatchObject({ suspended: true, version: 0.2 });
      const put = await app.request('PUT', path, { body: { ...graph, name: 'checks', description: 'Same' } });
      expect(put.json).toMatchObject({ suspended: true, description: 'Same' });
      expect((await app.request('PUT', `${path}/name/checks/resume`)).json.suspended).toBe(false);
    });

    it('are not run, and nothing claims so', async () => {
      const { id } = (await app.request('POST', path, { body: { ...graph, name: 'idle' } })).json;
      for (const at of [`${path}/name/idle/trigger`, `${path}/${id}/redeploy`]) {
        const answer = await app.request('POST', at);
        expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining('not run')]);
      }
      const runs = await app.request('GET', '/v1/governance/workflowInstances?workflowDefinitionName=idle');
      expect(runs.json).toMatchObject({ data: [], paging: { total: 0 } });
      expect((await app.request('POST', `${path}/name/nosuch/trigger`)).status).toBe(404);
    });

    it.each<[string, object, string]>([
      ['two starts', { nodes: [start, { ...start, name: 'again' }, check, end] }, 'exactly one startEvent'],
      ['no end', { nodes: [start, check] }, 'no node end'],
      ['an unknown step', { nodes: [{ ...start, subType: 'magic' }] }, 'not a known kind'],
      ['a wrong type', { nodes: [start, { ...check, type: 'userTask' }, end] }, 'must be automatedTask'],
      ['a bad config', { nodes: [start, { ...check, config: { nosuch: 1 } }, end] }, 'nodes[1]'],
      ['two nodes of one name', { nodes: [start, check, check, end] }, 'two have the name check'],
      ['an unreachable node', { nodes: [...graph.nodes, { ...end, name: 'island' }] }, 'island cannot be reached'],
      [
        'a dead end',
        {
          edges: [
            { from: 'begin', to: 'check' },
            { from: 'begin', to: 'end' },
          ],
        },
        'leads nowhere',
      ],
      ['an unknown branch', { edges: [...graph.edges, { from: 'check', to: 'end', condition: 'maybe' }] }, 'maybe'],
      ['an edge into the start', { edges: [...graph.edges, { from: 'check', to: 'begin' }] }, 'start begin'],
      ['an edge to nowhere', { edges: [...graph.edges, { from: 'check', to: 'nosuch' }] }, 'no node nosuch'],
      ['a repeated edge', { edges: [...graph.edges, graph.edges[0]] }, 'more than once'],
      [
        'a cycle',
        {
          nodes: [start, check, { ...check, name: 'again' }, end],
          edges: [...graph.edges.slice(0, 2), ...backAndForth],
        },
        'cycle',
      ],
      ['another type', { type: 'noOp' }, 'trigger.type'],
    ])('%s is refused', async (_, wrong, message) => {
      const body = { ...graph, ...wrong, name: 'wrong' };
      const answer = await app.request('POST', path, { body });
      expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
      if (!('type' in wrong)) expect((await app.request('POST', `${path}/validate`, { body })).status).toBe(400);
    });

    it('may join again behind branches', async () => {
      const other = { ...check, name: 'other' };
      const edges = [
        { from: 'begin', to: 'check' },
        { from: 'check', to: 'end', condition: 'true' },
        { from: 'check', to: 'other', condition: 'false' },
        { from: 'other', to: 'end', condition: 'true' },
        { from: 'other', to: 'end', condition: 'false' },
      ];
      const body = { ...graph, name: 'joined', nodes: [start, check, other, end], edges };
      expect((await app.request('POST', `${path}/validate`, { body })).json.status).toBe('valid');
    });

    it('are validated without being stored', async () => {
      const valid = await app.request('POST', `${path}/validate`, { body: { ...graph, name: 'later' } });
      expect([valid.status, valid.json.status]).toEqual([200, 'valid']);
      expect((await app.request('GET', `${path}/name/later`)).status).toBe(404);
    });
  });

  it('runs and their steps are listed and found', async () => {
    const { id } = (await app.request('POST', path, { body: { ...graph, name: 'watched' } })).json;
    const [run, state] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
    const instance = { id: run, workflowDefinitionId: id, startedAt: 5, status: 'RUNNING', timestamp: 5 };
    const step = { id: state, workflowInstanceId: run, workflowDefinitionId: id, status: 'RUNNING', timestamp: 6 };
    const row = { at: 5, doc: JSON.stringify(instance), entity_id: id, kind: INSTANCES, key: run };
    const doc = JSON.stringify(step);
    await use().store.write((tx) =>
      putPoints(tx, [
        row,
        { at: 6, doc, entity_id: run, kind: STATES, key: state },
        { at: 6, doc, entity_id: state, kind: STATE_BY_ID, key: '' },
      ]),
    );
    const get = async (at: string) => (await app.request('GET', `/v1/governance/${at}`)).json;
    expect((await get('workflowInstances?workflowDefinitionName=watched')).data).toEqual([instance]);
    expect((await get(`workflowInstanceStates/watched/${run}`)).data).toEqual([step]);
    expect(
      (await get(`workflowInstanceStates?workflowDefinitionName=watched&workflowInstanceId=${run}`)).paging,
    ).toMatchObject({ total: 1 });
    expect(await get(`workflowInstanceStates/${state}`)).toEqual(step);
    expect((await get(`workflowInstanceStates/${run}`)).code).toBe(404);
    expect((await get('workflowInstances')).code).toBe(400);
  });

  it('the form of an entity type is the enabled one that was changed last', async () => {
    const forms = '/v1/governance/intakeForms';
    const of = (name: string, more: object = {}) =>
      app.request('PUT', forms, { body: { name, entityType: 'dataProduct', ...more } });
    expect((await app.request('GET', `${forms}/entityType/dataProduct`)).status).toBe(404);
    await of('old');
    await of('off', { enabled: false });
    expect((await app.request('GET', `${forms}/entityType/dataProduct`)).json.name).toBe('old');
    const field = { fieldPath: 'owners', fieldLabel: 'Owners', fieldKind: 'native' };
    const twice = await of('old', { formFields: [field, field] });
    expect([twice.status, twice.json.message]).toEqual([400, 'formFields: owners is listed more than once']);
  });

  it('forms are enforced when domains, data products and terms are created', async () => {
    const send = (method: string, path: string, body: object) => app.request(method, path, { body });
    const field = (fieldPath: string, more: object = {}) => ({
      ...{ fieldPath, fieldLabel: `The ${fieldPath}`, fieldKind: 'native', required: true },
      ...more,
    });
    const types = (await app.request('GET', '/v1/metadata/types/name/domain')).json;
    const string = (await app.request('GET', '/v1/metadata/types/name/string')).json;
    const property = { name: 'costCenter', description: '-', propertyType: { id: string.id, type: 'type' } };
    expect((await send('PUT', `/v1/metadata/types/${types.id}`, property)).status).toBe(200);
    await send('POST', '/v1/glossaries', { name: 'Asked', description: '-' });
    expect(
      (await send('POST', '/v1/domains', { name: 'before', domainType: 'Aggregate', description: '-' })).status,
    ).toBe(201);
    const admin = (await app.request('GET', '/v1/users/name/admin')).json;
    const owners = [{ id: admin.id, type: 'user' }];
    const bodies = {
      domain: ['/v1/domains', { name: 'asked', domainType: 'Aggregate', description: '-' }],
      dataProduct: ['/v1/dataProducts', { name: 'asked', domains: ['before'], description: '-' }],
      glossaryTerm: ['/v1/glossaryTerms', { name: 'asked', glossary: 'Asked', description: '-' }],
    } as const;
    for (const [entityType, [path, body]] of Object.entries(bodies)) {
      const name = `ask_${entityType}`;
      const custom = field('extension.costCenter', { fieldKind: 'customProperty', errorMessage: 'Who pays?' });
      const form = await send('POST', '/v1/governance/intakeForms', {
        ...{ name, entityType },
        formFields: [
          ...[field('owners'), field('displayName', { required: false }), field('noSuchField')],
          ...(entityType === 'domain' ? [custom] : []),
        ],
      });
      expect(form.status, form.text).toBe(201);
      const refused = await send('POST', path, { ...body, owners: [] });
      expect([refused.status, refused.json.message]).toEqual([400, `owners: The owners is required for ${entityType}`]);
      if (entityType === 'domain') {
        const unpaid = await send('PUT', path, { ...body, owners, extension: { costCenter: ' ' } });
        expect([unpaid.status, unpaid.json.message]).toEqual([400, 'extension.costCenter: Who pays?']);
      }
      const extension = entityType === 'domain' ? { extension: { costCenter: '12' } } : {};
      const made = await send('POST', path, { ...body, owners, ...extension });
      expect(made.status, made.text).toBe(201);
      expect((await send('PUT', path, { ...body, description: 'changed' })).status).toBe(200);
      await app.request('DELETE', `/v1/governance/intakeForms/${form.json.id}?hardDelete=true`);
      expect((await send('POST', path, { ...body, name: 'free' })).status).toBe(201);
    }
  });
});
