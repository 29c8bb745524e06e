import { describe, expect, test } from 'vitest';
import { evaluate, readTemplate, TemplateError } from './index.js';

const environment = {
  entityUrl: (type: string, fqn: string) => (fqn === '' ? '' : `https://cairn.test/${type}/${fqn}`),
};

async function render(text: string, context: unknown = {}, isHtml = true): Promise<string> {
  return evaluate(await readTemplate(text), context, { environment, isHtml });
}

describe('the language', () => {
  const context = {
    name: 'orders',
    html: '<b>&',
    zero: 0,
    no: false,
    empty: [],
    list: [{ name: 'a' }, { name: 'b', deep: { x: 1 } }],
    map: { one: 1, two: 2 },
    nested: { name: 'inner' },
  };

  test.each([
    ['{{name}} {{missing}} {{nested.name}} {{list.[1].deep.x}} {{list.length}} {{name.length}}', 'orders  inner 1 2 6'],
    ['{{html}} {{{html}}} {{&html}}', '&lt;b&gt;&amp; <b>& <b>&'],
    ['{{! hidden }}{{!-- hidden }} --}}\\{{name}}', '{{name}}'],
    [
      '{{#if name}}yes{{else}}no{{/if}}{{#if zero}}yes{{else}}no{{/if}}{{#if zero includeZero=true}}yes{{/if}}',
      'yesnoyes',
    ],
    ['{{#if empty}}a{{else if no}}b{{else}}c{{/if}}{{#unless no}}d{{/unless}}{{^no}}e{{/no}}', 'cde'],
    ['{{#each list}}{{@index}}{{name}}{{#if @first}}<{{/if}}{{#unless @last}},{{/unless}}{{/each}}', '0a<,1b'],
    ['{{#each map}}{{@key}}={{this}};{{else}}none{{/each}}{{#each empty}}x{{else}}none{{/each}}', 'one=1;two=2;none'],
    [
      '{{#each list as |item i|}}{{i}}{{item.name}}{{../name}}{{@root.name}} {{/each}}',
      '0aordersorders 1bordersorders ',
    ],
    ['{{#each list}}{{#each ../list}}{{@../index}}{{@index}} {{/each}}{{/each}}', '00 01 10 11 '],
    ['{{#with nested}}{{name}}{{../name}}{{./name}}{{this.name}}{{/with}}', 'innerordersinnerinner'],
    [
      '{{#nested}}{{name}}{{/nested}}{{#list}}{{name}}{{/list}}{{#no}}x{{/no}}{{#name}}{{this}}{{/name}}',
      'innerab' + 'orders',
    ],
    [
      '{{lookup map "two"}}{{lookup list 0}}{{#with (lookup list 1)}}{{name}}{{/with}}',
      '2{&quot;name&quot;:&quot;a&quot;}b',
    ],
    ['  {{~name~}}  |', 'orders|'],
  ])('%s', async (template, expected) => {
    expect(await render(template, context)).toBe(expected);
  });

  test('is not escaped in plain text', async () => {
    expect(await render('{{html}}', context, false)).toBe('<b>&');
  });
});

describe('a helper', () => {
  const changeDescription = {
    fieldsAdded: [
      { name: 'tags', newValue: '[{"tagFQN":"Tier.Tier1"},{"tagFQN":"PII.None"}]' },
      { name: 'displayName', newValue: 'Orders' },
    ],
    fieldsDeleted: [
      { name: 'tags', oldValue: '[{"tagFQN":"PII.None"},{"tagFQN":"Old"}]' },
      { name: 'owners', oldValue: [{ name: 'ann' }] },
    ],
    fieldsUpdated: [{ name: 'description', oldValue: 'a <b>', newValue: 'a c' }],
  };
  const context = {
    people: [{ name: 'ann', team: 'x' }, { name: 'bob', team: 'y' }, null, 5],
    changeDescription,
    message: 'hi <#E::user::ann.lee|@Ann> <b> <#E::table::a.b.c> <#E::team::crew>',
    sample: {
      columns: ['id', '<x>'],
      rows: [
        ['1', null],
        ['2', 'y', 'too much'],
      ],
    },
  };

  test.each([
    ['{{#each (pluck people "name")}}{{this}},{{/each}}', 'ann,bob,,,'],
    ['{{#each (filter people team="y")}}{{name}}{{/each}}', 'bob'],
    ['{{#each (limit people 1)}}{{name}}{{/each}}{{#each (limit people -3)}}x{{/each}}', 'ann'],
    ['{{#each (split "a.b" ".")}}{{this}}|{{/each}}', 'a|b|'],
    ['{{length people}} {{length "four"}} {{length changeDescription}} {{length missing}}', '4 4 3 0'],
    [
      '{{eq 1 "1"}} {{eq "a" "b"}} {{gt 2 1}} {{gt "x" 1}} {{and 1 "a"}} {{and 1 0}} {{or 0 ""}} {{not people}}',
      'true false true false true false false false',
    ],
    ['{{startsWith "entityCreated" "entity"}} {{endsWith "a" "b"}}', 'true false'],
    ['{{camelCaseToTitle "testCase"}}|{{camelCaseToTitle missing}}', 'Test Case|'],
    ['{{truncate "abcdef" 4}}|{{truncate "abc" 4}}|{{truncate "abc" "x"}}|{{truncate "a😀b" 3}}', 'abc…|abc||a…'],
    [
      '{{textDiff "an old one" "an new one"}} {{{textDiff "a<" "b" insTag="ins" delTag="del"}}}',
      'an <s>old</s><b>new</b> one <del>a&lt;</del><ins>b</ins>',
    ],
    ['{{{textDiff "a" "b" insTag="img src=x" delTag="b onclick"}}}', '<s>a</s><b>b</b>'],
    ['{{formatDate 1795246679776}}|{{formatDate "x"}}', '2026-11-21 07:37:59|'],
    ['{{buildEntityUrl "table" people.[0]}} {{buildEntityUrl "table" missing}}', 'https://cairn.test/table/ann '],
    [
      '{{#with (parseEntityLink "<#E::table::a.b::columns::x>") as |l|}}{{l.entityType}} {{l.entityFQN}} {{l.fieldName}}{{/with}}{{lookup (parseEntityLink "x") "entityType"}}',
      'table a.b columns.x',
    ],
    [
      '{{{processMentions message}}}',
      'hi <a href="https://cairn.test/user/ann.lee">@Ann</a> &lt;b&gt; <a href="https://cairn.test/table/a.b.c">a.b.c</a> <a href="https://cairn.test/team/crew">@crew</a>',
    ],
    ['{{resolveDomain people}}|{{resolveDomain missing}}|{{resolveDomain "Sales"}}', 'ann||Sales'],
    [
      '{{{renderTableSample sample}}}{{renderTableSample missing}}',
      '<table><tr><th>id</th><th>&lt;x&gt;</th></tr><tr><td>1</td><td></td></tr><tr><td>2</td><td>y</td></tr></table>',
    ],
    [
      '{{math 1 "+" 2}} {{math 1 "/" 3}} {{math 1 "/" 0}}| {{math 1.256 "round" 2}} {{math "x" "*" 2}}|{{math 1 "?" 1}}',
      `3 ${1 / 3} | 1.26 |`,
    ],
  ])('%s', async (template, expected) => {
    expect(await render(template, context)).toBe(expected);
  });

  test('groups changes: what was added and deleted is an update, and lists name what came and went', async () => {
    const template =
      '{{#with (groupEventChanges changeDescription) as |c|}}{{#each c.updates}}{{name}}[{{oldValue}}>{{newValue}}][{{added}}|{{removed}}] {{/each}}+{{#each c.adds}}{{name}}={{newValue}}{{/each}} -{{#each c.deletes}}{{name}}:{{removed}}{{/each}} {{hasFieldInChanges c "owners"}}{{hasFieldInChanges c "x"}}{{/with}}';
    const text = await render(template, context, false);
    expect(text).toContain('[["Tier.Tier1"]|["Old"]]');
    expect(text).toContain('description[a <b>>a c]');
    expect(text).toContain('+displayName=Orders -owners:["ann"] truefalse');
  });

  test('never fails for what an event has', async () => {
    const { HELPERS } = await import('./index.js');
    const odd = [undefined, null, '', 'x', -1, 1e308, Number.NaN, true, [], [[]], {}, { name: {} }, [null]];
    for (const [name, { takes }] of Object.entries(HELPERS))
      for (const a of odd)
        for (const b of odd) {
          const values = ['a', 'b', 'a', 'b'].slice(0, Math.min(takes[1], 3)).join(' ');
          await render(`{{${name} ${values}}}`, { a, b });
        }
  });
});

describe('a template that is wrong', () => {
  test.each([
    ['{{#if a}}', /line 1: the template ends, but a block is still open/],
    ['a\n{{/if}}', /line 2: a block is closed that was not opened/],
    ['{{else}}', /line 1: else stands outside of a block/],
    ['{{#if a}}x{{/each}}', /line 1: the block if is closed as each/],
    ['{{name', /line 1: cannot be read at "name"/],
    ['{{#each x as |}}{{/each}}', /line 1: cannot be read at "}}{{\/each}}"/],
    ['a\n{{unknown 1}}', /line 2: there is no helper unknown/],
    ['{{#each}}{{/each}}', /each takes one value/],
    ['{{truncate a}}', /truncate takes 2 values, not 1/],
    ['{{#if (missing 1)}}{{/if}}', /no helper missing/],
    ['{{if a}}', /needs a #/],
    ['{{> partial}}', /partials/],
    ['{{#> layout}}{{/layout}}', /partials/],
    ['{{#*inline "x"}}{{> x}}{{> x}}{{/inline}}{{> x}}', /partials and decorators/],
    [`${'{{#if a}}'.repeat(100)}${'{{/if}}'.repeat(100)}`, /nests blocks more than 60 levels/],
    [`${'{{#if a}}'.repeat(3500)}${'{{/if}}'.repeat(3500)}`, /more than 300 blocks/],
    [`{{#if a}}${'{{else if b}}'.repeat(4900)}{{/if}}`, /more than 300 blocks/],
    [`{{#if a}}${'{{~^~}}'.repeat(4900)}{{/if}}`, /more than 300 blocks/],
    [`{{#if ${'(not '.repeat(100)}a${')'.repeat(100)}}}{{/if}}`, /nests values more than 60 levels/],
    [`{{#if ${'(not '.repeat(3000)}a${')'.repeat(3000)}}}{{/if}}`, /more than 1000 parentheses/],
  ])('is refused', async (template, message) => {
    await expect(readTemplate(template)).rejects.toThrow(TemplateError);
    await expect(readTemplate(template)).rejects.toThrow(message);
  });
});

describe('a hostile template', () => {
  const list = Array.from({ length: 10_000 }, (_, i) => ({ name: `column ${i}` }));
  const context = { list, text: 'word '.repeat(200_000), other: 'term '.repeat(200_000), name: 'x', self: {} };
  const loops = (body: string, times: number) =>
    `${'{{#each @root.list}}'.repeat(times)}${body}${'{{/each}}'.repeat(times)}`;

  test.each([
    ['loops', loops('x', 5)],
    ['empty loops', loops('', 5)],
    ['loops of empty values', loops('{{a}}{{a}}{{a}}', 2)],
    ['long texts again and again', '{{text}}'.repeat(8000)],
    ['raw long texts', '{{{text}}}'.repeat(6000)],
    ['the whole context as text', '{{length this}}{{this}}'.repeat(3000)],
    ['differences of long texts', '{{textDiff text other}}'.repeat(2500)],
    ['differences in loops', loops('{{textDiff (truncate @root.text 900) (truncate @root.other 900)}}', 1)],
    ['pieces of pieces', `{{#each (split text "")}}{{#each (split @root.text "")}}a{{/each}}{{/each}}`],
    ['helpers of helpers', loops('{{truncate (truncate (truncate @root.text 900000) 900000) 900000}}', 1)],
    ['samples', loops('{{renderTableSample @root.list @root.list}}', 2)],
    ['mentions', `{{processMentions text}}`.repeat(2500)],
  ])('is stopped soon: %s', async (_, template) => {
    const read = await readTemplate(template);
    const began = performance.now();
    expect(() => evaluate(read, context, { environment, isHtml: true })).toThrow(TemplateError);
    // Without a limit these would take minutes, or forever.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test.each([
    '{{constructor.name}}',
    '{{name.constructor}}',
    '{{__proto__}}{{__proto__.polluted}}',
    '{{lookup this "__proto__"}}{{lookup this "constructor"}}',
    '{{lookup (lookup this "constructor") "constructor"}}',
    '{{#with "constructor" as |c|}}{{lookup @root c}}{{/with}}',
    '{{toString}}{{valueOf}}{{hasOwnProperty}}{{list.map}}{{list.constructor}}{{self.__defineGetter__}}',
    '{{#each (pluck list "constructor")}}{{this}}{{/each}}',
    '{{@root.constructor}}{{@constructor}}{{@data}}',
  ])('reaches nothing but the event: %s', async (template) => {
    expect(await render(template, context)).toBe('');
  });
});
