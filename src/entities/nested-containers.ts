import type { Container } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/**
 * Containers of a type that nests in itself (tag in tag, domain in domain). The parent and a container of another type
 * at the top (the classification) are shown. Ancestors between them only pass down inherited values: their field begins
 * with `$`.
 */
export function nestedContainers(
  parent: Pick<EntityRow, 'id'>,
  field: string,
  above: readonly Container[],
): Container[] {
  return [[field, parent.id], ...above.map(([name, id]): Container => [name === 'parent' ? '$above' : name, id])];
}
