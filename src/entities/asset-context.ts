/** Pieces of `AiContext.assetContext` that several types share. Pure. */
import { listOf } from '../../contract/index.js';
import { type Fields, isObject } from '../catalog/index.js';

/** FQNs of a list of references. */
export function fqnsOf(references: unknown): unknown[] {
  return listOf(references, isObject).flatMap(({ fullyQualifiedName }) => fullyQualifiedName ?? []);
}

/** Names, types and descriptions of parts (`type/aiContext#fieldContext`). */
export function fieldContexts(parts: unknown): Fields[] {
  return listOf(parts, isObject).map(({ name, dataType, dataTypeDisplay, constraint, description }) => ({
    name,
    dataType: dataTypeDisplay ?? dataType,
    dataTypeEnum: dataType,
    constraint,
    description,
  }));
}
