import type { ComponentType } from 'react';
import type { EntityPage } from '../../entities/entity-page.js';
import { EntityFrame } from '../../entities/frame/entity-frame.js';

export function entityRoute(page: EntityPage): ComponentType {
  return () => <EntityFrame page={page} />;
}
