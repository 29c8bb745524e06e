import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const opensStores = join(root, 'test/support/stores.ts');

/** The test files that open a database, themselves or by what they import. */
export function storeTests(): string[] {
  const known = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const found = known.get(file) ?? localImports(file);
    known.set(file, found);
    return found;
  };
  const reaches = (file: string, seen: Set<string>): boolean => {
    if (file === opensStores) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return importsOf(file).some((imported) => reaches(imported, seen));
  };
  return ['src', 'contract', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => join(folder, String(path)))
      .filter((path) => path.endsWith('.test.ts') && reaches(join(root, path), new Set())),
  );
}

function localImports(file: string): string[] {
  const named = readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)\.js'/g);
  // A test may hold such a line as text.
  return [...named].map(([, path]) => resolve(dirname(file), `${path}.ts`)).filter((path) => existsSync(path));
}
