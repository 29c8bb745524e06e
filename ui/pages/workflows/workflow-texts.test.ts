import type { WorkflowDefinition } from 'cairn/contract';
import { expect, it } from 'vitest';
import { stepsOf, titleOfName, triggerOf } from './workflow-texts.js';

const workflow = (more: object): WorkflowDefinition => ({ name: 'w', description: '', ...more });

it('says what starts a workflow', () => {
  const event = (config: object) => triggerOf(workflow({ trigger: { type: 'eventBasedEntity', config } }));
  expect(event({ entityTypes: ['glossaryTerm', 'tag'], events: ['Created'] })).toMatch(/^When .+, .+ are added$/);
  expect(event({ entityType: 'x', events: ['Updated', 'Created'], exclude: ['owners'] })).toMatch(
    /are added or changed, not for changes of owners$/,
  );
  const schedule = { scheduleTimeline: 'Custom', cronExpression: '0 2 * * *' };
  const config = { schedule, entityType: 'x', filters: '' };
  expect(triggerOf(workflow({ trigger: { type: 'periodicBatchEntity', config } }))).toMatch(/^At 0 2 \* \* \*, for /);
  expect(triggerOf(workflow({}))).toBe('By hand or by another program');
});
it('lists steps in the order in which they are reached, with their ways', () => {
  const nodes = [
    { name: 'the_end', subType: 'endEvent', type: 'endEvent' },
    { name: 'check_it', subType: 'checkEntityAttributesTask', type: 'automatedTask' },
    { name: 'go', subType: 'startEvent', type: 'startEvent' },
  ];
  const edges = [
    { from: 'go', to: 'check_it' },
    { from: 'check_it', to: 'the_end', condition: 'true' },
    { from: 'check_it', to: 'the_end', condition: 'later' },
  ];
  const steps = stepsOf(workflow({ nodes, edges }));
  expect(steps.map(({ name }) => name)).toEqual(['go', 'check_it', 'the_end']);
  expect(steps[1]?.ways).toEqual(['If yes: The end', 'If later: The end']);
  expect(steps[0]?.ways).toEqual(['Then: Check it']);
});
it('says what a step sets and who approves', () => {
  const nodes = [
    { name: 'a', subType: 'setEntityAttributeTask', config: { fieldName: 'tier', fieldValue: 'Tier1' } },
    {
      name: 'b',
      subType: 'userApprovalTask',
      config: { assignees: { addReviewers: false, candidates: [{}, {}] }, approvalThreshold: 2 },
    },
  ];
  expect(stepsOf(workflow({ nodes })).map(({ details }) => details)).toEqual([
    ['tier becomes “Tier1”'],
    ['By 2 named people or teams', '2 approvals are needed'],
  ]);
  expect(titleOfName('askOwners')).toBe('Ask owners');
});
