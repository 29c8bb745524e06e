// Puts our own descriptions on a schema: of the type by its key, of the fields of entities and requests by their name.
const isRequest = /(^|\/)create[A-Z][^/#]*$/;

export function describeSchema({ types, fields }, key, schema) {
  const request = isRequest.test(key);
  const text = types[key] ?? (request ? requestText(key) : undefined);
  if (text === undefined) return schema;
  const isEntity = schema.properties?.id !== undefined && schema.properties.name !== undefined;
  const properties = schema.properties ?? {};
  if (request || isEntity) {
    for (const [name, property] of Object.entries(properties)) {
      if (fields[name] && !property.description) properties[name] = { ...property, description: fields[name] };
    }
  }
  return { description: text, ...schema };
}

function requestText(key) {
  const name = key
    .split('/')
    .at(-1)
    .replace(/^create/, '')
    .replace(/Req(uest)?$/, '');
  const words = name.replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2').toLowerCase();
  return `Creates ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}, or replaces it when it is put.`;
}
