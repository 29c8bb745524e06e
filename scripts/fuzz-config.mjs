// The configuration of schemathesis: most ids, names and references in its requests are those of existing entities.
const LIKELY = 0.8;
const SOMETIMES = 0.5;
/** Texts of create requests that name nothing else. */
const WORDS = new Set(['name', 'displayName', 'description', 'email', 'fullyQualifiedName']);
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** `filled`: what `fillCatalog` returned; `settings`: names of settings. As TOML. */
export function fuzzConfig(document, filled, settings) {
  const dictionaries = createDictionaries();
  const find = finder(filled, settings);
  const groups = [];
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { operationId, parameters = [] }] of Object.entries(item)) {
      const bound = new Map();
      const bind = (key, values, probability) => {
        if (bound.get(key)) return;
        const text = () => `{ dictionary = "${dictionaries.name(values)}", probability = ${probability} }`;
        bound.set(key, values.length > 0 ? text() : null);
      };
      for (const { name, in: place } of parameters) bind(`${place}.${name}`, find(path, place, name), LIKELY);
      if (['post', 'put'].includes(method)) for (const one of find.inBodies(path)) bind(...one);
      if ([...bound.values()].some(Boolean)) addToGroup(groups, operationId, bound);
    }
  const rules = groups.flatMap(({ operationIds, bound }) => [
    '[[operations]]',
    `include-operation-id-regex = ${JSON.stringify(`^(${operationIds.join('|')})$`)}`,
    '[operations.parameters]',
    ...[...bound].filter(([, values]) => values).map(([key, values]) => `"${key}" = ${values}`),
    '',
  ]);
  return [...dictionaries.lines, ...rules].join('\n');
}

/**
 * Schemathesis searches all rules many times for each operation, which takes most of its time if every operation has a
 * rule. So operations that bind the same parameters alike share one; what an operation lacks is bound for the others of its group.
 */
function addToGroup(groups, operationId, bound) {
  const agrees = (group) =>
    [...bound].every(([key, values]) => !group.bound.has(key) || group.bound.get(key) === values);
  const group = groups.find(agrees) ?? { operationIds: [], bound: new Map() };
  if (group.operationIds.length === 0) groups.push(group);
  group.operationIds.push(operationId);
  for (const [key, values] of bound) group.bound.set(key, values);
}

/** Equal lists of values are one dictionary. */
function createDictionaries() {
  const names = new Map();
  const lines = [];
  return {
    lines,
    name(values) {
      const text = JSON.stringify([...new Set(values)]);
      const name = names.get(text) ?? `values${names.size}`;
      if (!names.has(text)) lines.push(`[dictionaries.${name}]`, `values = ${text}`, '');
      names.set(text, name);
      return name;
    },
  };
}

function finder(filled, settings) {
  const types = Object.fromEntries(Object.values(filled).map((one) => [one.type, one]));
  const all = (type, field) => valuesOf(types[type]?.entities ?? [], field);
  const idsOf = (type) => all(type, 'id');
  const namesOf = (type) => all(type, 'fullyQualifiedName');
  const columns = valuesOf(
    (types.table?.entities ?? []).flatMap((table) => table.columns ?? []),
    'fullyQualifiedName',
  );
  const collectionOf = (path) =>
    Object.keys(filled)
      .filter((one) => path === one || path.startsWith(`${one}/`))
      .sort((a, b) => b.length - a.length)[0];

  /** By the name of a parameter, whatever the path. */
  const known = {
    'path.entityType': ['table'],
    'path.entity': ['table'],
    'path.resource': Object.keys(types),
    'path.index': Object.keys(types),
    'path.entityId': idsOf('table'),
    'path.userId': idsOf('user'),
    'path.teamId': idsOf('team'),
    'path.testSuiteId': idsOf('testSuite'),
    'path.toTermId': idsOf('glossaryTerm'),
    'path.username': all('user', 'name'),
    'path.version': ['0.1', '0.2'],
    'path.timestamp': [1, 1_700_000_000_000],
    'path.date': ['2024-01-01'],
    'path.columnName': ['id'],
    'path.pipelineFqn': namesOf('pipeline'),
    'path.serviceName': namesOf('databaseService'),
    'path.workflowDefinitionName': namesOf('workflowDefinition'),
    'path.runId': [NOBODY],
    'query.entityType': ['table'],
    'query.fields': ['*', 'owners', 'tags,domains'],
    'query.service': Object.entries(types).flatMap(([type, { entities }]) =>
      type.endsWith('Service') ? valuesOf(entities, 'fullyQualifiedName') : [],
    ),
    'query.domain': namesOf('domain'),
    'query.domainId': idsOf('domain'),
    'query.userId': idsOf('user'),
    'query.testSuiteId': idsOf('testSuite'),
    'query.entityLink': namesOf('table').map((fqn) => `<#E::table::${fqn}>`),
    'query.entityFQN': namesOf('table'),
    'query.fqn': namesOf('table'),
    'query.testCaseFQN': namesOf('testCase'),
    'query.query_filter': ['{"query":{"match_all":{}}}', '{"query":{"term":{"deleted":false}}}'],
    'query.index': ['all', 'dataAsset', 'table'],
    'query.field': ['owners.name', 'tags.tagFQN', 'serviceType'],
    'query.sort_field': ['name.keyword', '_score', 'updatedAt'],
    'query.user': all('user', 'name'),
    'query.operation': ['ViewAll', 'EditAll'],
    'query.startTs': [0],
    'query.endTs': [9_999_999_999_999],
  };

  function find(path, place, name) {
    if (path.startsWith('/v1/system/settings') && place === 'path') return settings;
    if (path.startsWith('/v1/columns/name/') && name === 'fqn') return columns;
    if (/\{entity(Type)?\}/.test(path) && name === 'id') return idsOf('table');
    if (/\{entity(Type)?\}/.test(path) && name === 'fqn') return [...namesOf('table'), ...columns];
    if (place === 'path' && ['id', 'fqn', 'name'].includes(name)) {
      const { entities = [] } = filled[collectionOf(path)] ?? {};
      const field = name === 'fqn' ? 'fullyQualifiedName' : name;
      // Not the account that sends the requests, which must stay usable.
      return valuesOf(
        entities.filter((one) => one.name !== 'admin'),
        field,
      );
    }
    if (place === 'query' && types[name]) return namesOf(name);
    return known[`${place}.${name}`] ?? [];
  }

  /** Bindings of the texts in create requests that refer to something, or are one of a few. */
  find.inBodies = (path) => {
    const values = new Map();
    for (const body of filled[path]?.bodies ?? [])
      eachText(body, [], (keys, text) => {
        const key = keys.join('.');
        values.set(key, [...(values.get(key) ?? []), text]);
      });
    return [...values].map(([key, texts]) => [`body.${key}`, texts, LIKELY]).concat(commonInBodies);
  };
  const commonInBodies = [
    ['body.owners.[*].id', idsOf('user'), SOMETIMES],
    ['body.owners.[*].type', ['user'], SOMETIMES],
    ['body.tags.[*].tagFQN', namesOf('tag'), SOMETIMES],
    ['body.domains.[*]', namesOf('domain'), SOMETIMES],
    ['body.dataProducts.[*]', namesOf('dataProduct'), SOMETIMES],
    ['body.id', idsOf('table'), SOMETIMES],
    ['body.ids.[*]', idsOf('table'), SOMETIMES],
    ['body.assets.[*].id', idsOf('table'), SOMETIMES],
    ['body.assets.[*].type', ['table'], SOMETIMES],
    ['body.about', namesOf('table').map((fqn) => `<#E::table::${fqn}>`), SOMETIMES],
    ['body.entityLink', namesOf('table').map((fqn) => `<#E::table::${fqn}>`), SOMETIMES],
  ];
  return find;
}

function valuesOf(entities, field) {
  return entities.map((one) => one[field]).filter((value) => typeof value === 'string');
}

function eachText(value, keys, visit) {
  if (typeof value === 'string' && !WORDS.has(keys.at(-1) ?? '')) visit(keys, value);
  else if (Array.isArray(value)) for (const item of value) eachText(item, [...keys, '[*]'], visit);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) if (/^\w+$/.test(key)) eachText(inner, [...keys, key], visit);
}
