/** The address of the page of an entity in the user interface. Pure. */

/** Pages whose address differs from the name of their type. */
const PAGES: Readonly<Record<string, string>> = {
  testCase: 'test-case',
  testSuite: 'test-suites',
  user: 'users',
  eventsubscription: 'observability/alert',
};

/** Empty if the entity has no name. `publicUrl`: without a trailing slash. */
export function entityUrl(publicUrl: string, type: string, fqn: string): string {
  if (type === '' || fqn === '') return '';
  const page = Object.hasOwn(PAGES, type) ? PAGES[type] : encoded(type);
  return `${publicUrl}/${page}/${encoded(fqn)}`;
}

/** Lone surrogates cannot be encoded. */
const encoded = (text: string) =>
  encodeURIComponent(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'));
