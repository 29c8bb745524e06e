/** The templates that ship with the product. They use what every template can use, nothing more. */

export interface ShippedTemplate {
  name: string;
  displayName: string;
  description: string;
  templateSubject: string;
  templateBody: string;
}

const PREFIX = 'system-notification-';
/** Around the body of every mail; its variables are `subject`, `body` (HTML), `emailingEntity` and `baseUrl`. */
export const ENVELOPE = 'system-email-change-event-notification-envelope';

const SUBJECT =
  '[{{#if alert.displayName}}{{alert.displayName}}{{else}}{{alert.name}}{{/if}}] change event update from {{emailingEntity}}';

const ACTOR = '<b>{{#if event.userName}}{{truncate event.userName 200}}{{else}}Somebody{{/if}}</b>';
const NAME =
  '{{#if entity.fullyQualifiedName}}{{truncate entity.fullyQualifiedName 500}}{{else if entity.displayName}}{{truncate entity.displayName 500}}{{else if entity.name}}{{truncate entity.name 500}}{{else}}{{event.entityId}}{{/if}}';
const LINKED = `{{camelCaseToTitle event.entityType}} <a href="{{buildEntityUrl event.entityType entity}}">${NAME}</a>`;
const UNLINKED = `{{camelCaseToTitle event.entityType}} <b>${NAME}</b>`;

const names = (title: string, list: string, label: string) =>
  `{{#if ${list}}}<li><b>${title}:</b> {{#each (limit ${list} 20)}}{{#unless @first}}, {{/unless}}${label}{{/each}}</li>{{/if}}`;
const REFERENCE =
  '{{#if displayName}}{{truncate displayName 100}}{{else if fullyQualifiedName}}{{truncate fullyQualifiedName 100}}{{else}}{{truncate name 100}}{{/if}}';

/** Who answers for it. */
const PEOPLE = [
  '<ul>',
  names('Owners', 'entity.owners', REFERENCE),
  names('Domains', 'entity.domains', REFERENCE),
  names('Tags', 'entity.tags', '{{truncate tagFQN 100}}'),
  names('Assignees', 'entity.assignees', REFERENCE),
  '</ul>',
].join('\n');

const button = (type: string, entity: string) =>
  `<p><a class="button" href="{{buildEntityUrl ${type} ${entity}}}">Open in {{emailingEntity}}</a></p>`;
const OPEN = button('event.entityType', 'entity');

const ITEMS = (list: string, verb: string, tag: string) =>
  `{{#each (limit ${list} 20)}}<li>${verb} <${tag}>{{truncate this 300}}</${tag}></li>{{/each}}{{#if (gt (length ${list}) 20)}}<li>… and {{math (length ${list}) "-" 20}} more</li>{{/if}}`;

/** One block for each changed field. Results have a separate block. */
const change = (list: string, value: string) => `{{#each (limit changes.${list} 20)}}
{{#unless (or (eq name "testCaseResult") (eq name "testCaseResultSummary") (eq name "dataContractResult") (eq name "deleted"))}}
<p><b>{{truncate (camelCaseToTitle name) 200}}</b></p>
{{#if (or added removed)}}<ul>${ITEMS('added', 'added', 'b')}${ITEMS('removed', 'removed', 's')}</ul>{{else}}<blockquote>${value}</blockquote>{{/if}}
{{/unless}}
{{/each}}`;

const CHANGES = [
  change('updates', '{{{textDiff (truncate oldValue 2000) (truncate newValue 2000)}}}'),
  change('adds', '{{truncate newValue 2000}}'),
  change('deletes', '<s>{{truncate oldValue 2000}}</s>'),
].join('\n');

const fact = (title: string, condition: string, value: string) =>
  `{{#if ${condition}}}<li><b>${title}:</b> ${value}</li>{{/if}}`;
const rows = (title: string, field: string) =>
  fact(title, `(length ${field})`, `{{${field}}}{{#if (length ${field}Percentage)}} ({{${field}Percentage}} %){{/if}}`);

const TEST_RESULT = `{{#each changes.updates}}{{#if (eq name "testCaseResult")}}{{#with newValue}}
<ul>
${fact('Status', 'testCaseStatus', '{{truncate testCaseStatus 100}}')}
${fact('Test', '@root.entity.testDefinition', '{{#if @root.entity.testDefinition.displayName}}{{truncate @root.entity.testDefinition.displayName 200}}{{else}}{{truncate @root.entity.testDefinition.name 200}}{{/if}}')}
${fact('Table', '@root.entity.entityFQN', '<a href="{{buildEntityUrl "table" @root.entity.entityFQN}}">{{truncate @root.entity.entityFQN 500}}</a>')}
${fact('Parameters', '@root.entity.parameterValues', '{{#each (limit @root.entity.parameterValues 20)}}{{#unless @first}}, {{/unless}}{{truncate name 100}} = {{truncate value 200}}{{/each}}')}
${fact('Bounds', '(or (length minBound) (length maxBound))', '{{#if (length minBound)}}{{minBound}}{{else}}…{{/if}} to {{#if (length maxBound)}}{{maxBound}}{{else}}…{{/if}}')}
${rows('Rows passed', 'passedRows')}
${rows('Rows failed', 'failedRows')}
</ul>
{{#if result}}<blockquote>{{truncate result 2000}}</blockquote>{{/if}}
{{{renderTableSample @root.entity.failedRowsSample}}}
{{/with}}{{/if}}{{/each}}`;

const count = (status: string) =>
  `{{#if (filter newValue status="${status}")}}<li><b>${status}:</b> {{length (filter newValue status="${status}")}}</li>{{/if}}`;

const TOTALS = `{{#each changes.updates}}
{{#if (eq name "testCaseResultSummary")}}
<ul>${['Success', 'Failed', 'Aborted', 'Queued'].map(count).join('')}</ul>
<ul>{{#each (limit (filter newValue status="Failed") 5)}}<li>{{truncate testCaseName 300}}</li>{{/each}}{{#if (gt (length (filter newValue status="Failed")) 5)}}<li>… and {{math (length (filter newValue status="Failed")) "-" 5}} more</li>{{/if}}</ul>
{{/if}}
{{#if (eq name "dataContractResult")}}{{#with newValue}}
<ul>${fact('Status', 'contractExecutionStatus', '{{contractExecutionStatus}}')}</ul>
{{#if result}}<blockquote>{{truncate result 2000}}</blockquote>{{/if}}
{{/with}}{{/if}}
{{/each}}`;

const grouped = (body: string) =>
  `{{#with (groupEventChanges event.changeDescription) as |changes|}}\n${body}\n{{/with}}`;

const template = (name: string, description: string, lines: readonly string[]): ShippedTemplate => ({
  name: `${PREFIX}${name}`,
  displayName: name.replace(/(^|-)(\w)/g, (_, __, letter: string) => ` ${letter.toUpperCase()}`).trim(),
  description,
  templateSubject: SUBJECT,
  templateBody: `${lines.join('\n')}\n`,
});

const about = (verb: string, what = LINKED) => `<p>${ACTOR} ${verb} ${what}</p>`;

/** What a conversation is about. */
const THREAD_SUBJECT =
  '{{camelCaseToTitle entity.entityRef.type}} <a href="{{buildEntityUrl entity.entityRef.type entity.entityRef}}">{{#if entity.entityRef.fullyQualifiedName}}{{truncate entity.entityRef.fullyQualifiedName 500}}{{else}}{{truncate entity.entityRef.name 500}}{{/if}}</a>';
const said = (text: string) => `<blockquote>{{{processMentions (truncate ${text} 3000)}}}</blockquote>`;
/** The newest post, or the opening message. */
const NEWEST = `{{#each entity.posts}}{{#if @last}}${said('message')}{{/if}}{{else}}{{#if entity.message}}${said('entity.message')}{{else if entity.description}}${said('entity.description')}{{/if}}{{/each}}`;
const thread = (verb: string) => [
  `<p>${ACTOR} ${verb} {{#if entity.entityRef}}${THREAD_SUBJECT}{{else}}${NAME}{{/if}}</p>`,
  PEOPLE,
  NEWEST,
  `{{#if entity.entityRef}}${button('entity.entityRef.type', 'entity.entityRef')}{{/if}}`,
];

const task = (verb: string) => [
  about(verb),
  '{{#if entity.about}}<p>About <a href="{{buildEntityUrl entity.about.type entity.about}}">{{truncate entity.about.fullyQualifiedName 500}}</a></p>{{/if}}',
  '{{#if entity.status}}<p>Status: <b>{{entity.status}}</b></p>{{/if}}',
  PEOPLE,
  `{{#if entity.description}}${said('entity.description')}{{/if}}`,
  grouped(CHANGES),
  OPEN,
];

const VERBS = [
  ['entityRestored', 'restored'],
  ['entityFieldsChanged', 'updated'],
  ['entityLineageAdded', 'added lineage of'],
  ['entityLineageUpdated', 'changed lineage of'],
  ['entityLineageDeleted', 'removed lineage of'],
]
  .map(([kind, verb], i) => `${i === 0 ? '{{#if' : '{{else if'} (eq event.eventType "${kind}")}}${verb}`)
  .join('');

const UPDATED = [PEOPLE, grouped(`${TOTALS}\n${CHANGES}`), OPEN];

export const SYSTEM_TEMPLATES: readonly ShippedTemplate[] = [
  template('entity-created', 'Something was created.', [about('created'), PEOPLE, OPEN]),
  template('entity-updated', 'Fields of an entity changed.', [about('updated'), ...UPDATED]),
  template('entity-deleted', 'Something was deleted for good.', [about('deleted', UNLINKED), PEOPLE]),
  template('entity-soft-deleted', 'Something was deleted and can be restored.', [
    about('deleted (it can be restored)'),
    PEOPLE,
    OPEN,
  ]),
  template('entity-default', 'Every other event.', [about(`${VERBS}{{else}}changed{{/if}}`), ...UPDATED]),
  template('logical-test-case-added', 'Test cases were added to a logical test suite.', [
    about('added test cases to'),
    ...UPDATED,
  ]),
  template('test-result', 'A test case has a new result.', [
    about('updated'),
    PEOPLE,
    grouped(`${TEST_RESULT}\n${CHANGES}`),
    OPEN,
  ]),
  template('post-created', 'Somebody answered in a conversation.', thread('posted about')),
  template('thread-created', 'Somebody began a conversation.', thread('started a conversation about')),
  template('thread-updated', 'A conversation changed.', thread('changed a conversation about')),
  template('thread-entity-deleted', 'A conversation was deleted.', thread('deleted a conversation about')),
  template('task-entity-updated', 'A task changed.', task('updated')),
  template('task-resolved', 'A task was resolved.', task('resolved')),
  template('task-closed', 'A task was closed.', task('closed')),
  {
    name: ENVELOPE,
    displayName: 'Email Change Event Notification Envelope',
    description: 'Around the body of every mail about an event.',
    templateSubject: '{{subject}}',
    templateBody: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{subject}}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font:15px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1f2937">
<div style="max-width:640px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
{{{body}}}
</div>
<p style="max-width:640px;margin:12px auto 0;color:#6b7280;font-size:13px">Sent by {{emailingEntity}}.</p>
</body>
</html>
`,
  },
];

const byName = new Map(SYSTEM_TEMPLATES.map((shipped) => [shipped.name, shipped]));

export const shippedTemplate = (name: string): ShippedTemplate | undefined => byName.get(name);

/** Names of the templates for an event, the most special first. `isResult`: it reports the result of a test. */
export function systemTemplatesFor(
  { entityType, eventType }: { entityType: string; eventType: string },
  isResult: boolean,
): string[] {
  const kind = eventType.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [...(isResult ? ['test-result'] : []), `${entityType.toLowerCase()}-${kind}`, kind, 'entity-default'].map(
    (name) => `${PREFIX}${name}`,
  );
}
