import { defineWords } from '../define-words.js';

/** Texts of the settings page for rules that entities must satisfy. */
export const ruleWords = defineWords('rules', {
  title: 'Rules for assets',
  about:
    'Rules that every asset must satisfy, whoever changes it. A change that breaks an enabled rule is refused. An asset that already breaks a rule can still be edited, except in the fields that the rule is about.',
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
