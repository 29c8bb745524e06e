import { defineWords } from '../define-words.js';

/** Rules that all entities have to keep. */
export const ruleWords = defineWords('rules', {
  title: 'Rules for assets',
  about:
    'What every asset has to keep, whoever writes it. What breaks an enabled rule is refused. An asset that already breaks a rule can still be edited, except for what the rule is about.',
  of: 'For {{types}}.',
  remove: 'Remove {{name}}',
  new: 'A field that must be filled in',
  type: 'Of',
  field: 'Field',
  'field.description': 'Description',
  'field.owners': 'Owners',
  'field.tags': 'Tags',
  'field.domains': 'Domain',
  'field.dataProducts': 'Data product',
  'field.displayName': 'Display name',
  add: 'Add',
  needs: '{{types}}: {{field}}',
  needsText: '{{field}} must not be empty.',
});
