import type { Container } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/**
 * Containers of a type that lies in its own kind (tag in tag, domain in domain): the parent is shown, those above it pass down what
 * they have without being shown, and the container of another kind at the top is shown again.
 */
export function nestedContainers(parent: EntityRow, field: string, above: readonly Container[]): Container[] {
  return [[field, parent.id], ...above.map(([name, id]): Container => [name === 'parent' ? '$above' : name, id])];
}
