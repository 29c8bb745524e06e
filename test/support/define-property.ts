// Defines custom properties over HTTP, for tests that need some.

/** Sends a request and resolves to the parsed answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Send = (method: string, path: string, body?: unknown) => Promise<any>;

/** Defines text properties of a type; where types were not seeded, describes them first. */
export async function defineTexts(send: Send, type: string, names: readonly string[]): Promise<void> {
  const described = async (name: string, category: string) => {
    const found = await send('GET', `/v1/metadata/types/name/${name}`);
    if (found.id) return found;
    return send('POST', '/v1/metadata/types', { name, description: 'd', nameSpace: 'x', schema: '{}', category });
  };
  const { id } = await described(type, 'entity');
  const propertyType = { id: (await described('string', 'field')).id, type: 'type' };
  for (const name of names) {
    const made = await send('PUT', `/v1/metadata/types/${id}`, { name, description: 'd', propertyType });
    if (!made.id) throw new Error(`${name} was not defined: ${JSON.stringify(made)}`);
  }
}
