import type { ComponentType } from 'react';
import { EntityFrame } from '../../entities/frame/entity-frame.js';
import { peopleTypes } from './types.js';

export function entityRoute(type: keyof typeof peopleTypes): ComponentType {
  const page = peopleTypes[type];
  return () => <EntityFrame page={page} />;
}
