/** Helpers for the fields of change events. Pure. */
import { isObject } from '../../contract/index.js';
import { groupChanges } from './group-changes.js';
import type { Helper } from './helper.js';
import { MOST_WORDS, textDiff } from './text-diff.js';
import { escapeMarkup, Markup } from './values.js';

const MOST_ROWS = 10;
const MOST_COLUMNS = 10;
const LONGEST_CELL = 200;

/** `<#E::user::ann|@ann>`; what follows the name is a field of the entity. */
const LINK = /<#E::(\w{1,100})::([^<>|\n]{1,3100}?)(?:\|([^<>\n]{0,512}))?>/gu;
const PERSON = /^(user|team)$/;
const TAG = /^[a-z]{1,10}$/i;

export const EVENT_HELPERS: Readonly<Record<string, Helper>> = {
  textDiff: {
    takes: [2, 2],
    about: 'The differences of two texts as HTML, with added and removed text in separate tags.',
    usages: [
      {
        syntax: '{{{textDiff old new insTag="b" delTag="s"}}}',
        example: '{{{textDiff change.oldValue change.newValue}}}',
      },
    ],
    run([before, after], { hash, meter }) {
      const [old, now] = [meter.text(before), meter.text(after)];
      // The time of the comparison grows with the product of the numbers of words.
      meter.spend((Math.min(old.length, MOST_WORDS) * Math.min(now.length, MOST_WORDS)) / 20);
      const tagOf = (name: string, usual: string) => {
        const given = hash.get(name);
        return typeof given === 'string' && TAG.test(given) ? given : usual;
      };
      const tags = { bold: tagOf('insTag', 'b'), strike: tagOf('delTag', 's') };
      const pieces = textDiff(old, now).map(({ text, style }) =>
        style ? `<${tags[style]}>${escapeMarkup(text)}</${tags[style]}>` : escapeMarkup(text),
      );
      return new Markup(pieces.join(''));
    },
  },
  groupEventChanges: {
    takes: [1, 1],
    about:
      'The changes of an event as updates, adds and deletes, each a list of name, oldValue and newValue. Changes of lists also have added and removed: names of what came and went.',
    usages: [
      {
        syntax: '{{groupEventChanges changeDescription}}',
        example: '{{#with (groupEventChanges event.changeDescription) as |changes|}}',
      },
    ],
    run: ([changes], { meter }) => groupChanges(changes, meter),
  },
  hasFieldInChanges: {
    takes: [2, 2],
    about: 'Whether grouped changes have a field.',
    usages: [
      { syntax: '(hasFieldInChanges changes "field")', example: '{{#if (hasFieldInChanges changes "description")}}' },
    ],
    run([changes, field], { meter }) {
      const lists = isObject(changes) ? [changes.updates, changes.adds, changes.deletes] : [];
      const all = lists.flatMap((list) => (Array.isArray(list) ? list : []));
      meter.spend(all.length);
      return all.some((change) => isObject(change) && change.name === field);
    },
  },
  buildEntityUrl: {
    takes: [2, 2],
    about: 'Address of the page of an entity; empty if it has none.',
    usages: [{ syntax: '{{buildEntityUrl type entity}}', example: '{{buildEntityUrl event.entityType entity}}' }],
    run([type, entity], { environment, meter }) {
      const fqn = isObject(entity) ? (entity.fullyQualifiedName ?? entity.name) : entity;
      return environment.entityUrl(meter.text(type), meter.text(fqn));
    },
  },
  parseEntityLink: {
    takes: [1, 1],
    about: 'The parts of an entity link: entityType, entityFQN and fieldName.',
    usages: [{ syntax: '{{parseEntityLink link}}', example: '{{#with (parseEntityLink entity.about) as |link|}}' }],
    run([link], { meter }) {
      const text = meter.text(link).trim();
      const [, entityType, entityFQN, ...fields] = text.replace(/^<#|>$/g, '').split('::');
      if (!text.startsWith('<#E::') || entityType === undefined || entityFQN === undefined) return {};
      return { entityType, entityFQN, ...(fields.length > 0 ? { fieldName: fields.join('.') } : {}) };
    },
  },
  processMentions: {
    takes: [1, 1],
    about: 'A message with its mentions as links.',
    usages: [{ syntax: '{{{processMentions text}}}', example: '{{{processMentions entity.message}}}' }],
    run([message], { environment, meter }) {
      const text = meter.text(message);
      let html = '';
      let end = 0;
      for (const found of text.matchAll(LINK)) {
        const [whole, type = '', fqn = '', label] = found;
        meter.spend(5);
        const shown = label || (PERSON.test(type) ? `@${fqn}` : fqn);
        const link = `<a href="${escapeMarkup(environment.entityUrl(type, fqn))}">${escapeMarkup(shown)}</a>`;
        html += escapeMarkup(text.slice(end, found.index)) + link;
        end = found.index + whole.length;
      }
      return new Markup(html + escapeMarkup(text.slice(end)));
    },
  },
  resolveDomain: {
    takes: [1, 1],
    about: 'Name of a domain, given as a reference or a list of them; empty without one.',
    usages: [{ syntax: '{{resolveDomain domain}}', example: '{{resolveDomain entity.domains}}' }],
    run([domain], { meter }) {
      const [one] = Array.isArray(domain) ? domain : [domain];
      if (!isObject(one)) return typeof one === 'string' ? one : '';
      return meter.text(one.displayName || one.name || one.fullyQualifiedName);
    },
  },
  renderTableSample: {
    takes: [1, 2],
    about: 'Sample rows as a table: a sample with columns and rows, or both one after the other.',
    usages: [
      { syntax: '{{{renderTableSample sample}}}', example: '{{{renderTableSample entity.failedRowsSample}}}' },
      { syntax: '{{{renderTableSample columns rows}}}', example: '{{{renderTableSample sample.columns sample.rows}}}' },
    ],
    run([first, second], { meter }) {
      const sample = isObject(first) ? first : { columns: first, rows: second };
      const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
      const columns = list(sample.columns).slice(0, MOST_COLUMNS);
      const rows = list(sample.rows).slice(0, MOST_ROWS).map(list);
      if (columns.length === 0 || rows.length === 0) return '';
      meter.spend(columns.length * rows.length);
      const cell = (value: unknown, tag: string) =>
        `<${tag}>${escapeMarkup(meter.text(value).slice(0, LONGEST_CELL))}</${tag}>`;
      const row = (values: readonly unknown[], tag: string) =>
        `<tr>${columns.map((_, i) => cell(values[i], tag)).join('')}</tr>`;
      return new Markup(`<table>${row(columns, 'th')}${rows.map((one) => row(one, 'td')).join('')}</table>`);
    },
  },
};
