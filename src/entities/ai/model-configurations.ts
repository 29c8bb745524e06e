/** The models of an application: stored inside the entity, as each has a purpose and parameters. */
import { type AiApplication, type CreateAIApplication, catalogError, type Stored } from '../../../contract/index.js';
import { equal, type Scope, seesAll, visibleIds } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { resolveReferences } from '../../traits/index.js';

type Application = Stored<AiApplication>;

const naming = { types: ['llmModel'], text: 'fqn', field: 'modelConfigurations.model' } as const;

/** A create request may leave the list out; every application has at least one model, so the primary one is used. */
export async function completeModels(
  core: Application,
  create: CreateAIApplication,
  scope: Scope,
  stored: Application | null,
): Promise<void> {
  if (create.modelConfigurations?.length) return;
  const { primaryModel } = create;
  if (stored) core.modelConfigurations = stored.modelConfigurations;
  else if (primaryModel === undefined)
    throw catalogError('BAD_REQUEST', 'modelConfigurations: at least one is required, or primaryModel');
  else {
    const [models] = await resolveReferences([[primaryModel]], naming, scope);
    core.modelConfigurations = [{ model: present(models?.[0]), purpose: 'Primary' }];
  }
}

/** Replaces the references as sent by clients with complete ones. */
export async function readModels(after: Application, before: Application | null, scope: Scope): Promise<void> {
  const { modelConfigurations: list = [] } = after;
  if (before && equal(before.modelConfigurations, list)) return;
  const models = await resolveReferences(
    list.map(({ model }) => [model]),
    naming,
    scope,
    before?.modelConfigurations,
  );
  after.modelConfigurations = list.map((one, i) => ({ ...one, model: present(models[i]?.[0]) }));
}

/** Models that the reader may not see keep only their id and type. */
export async function hideModels(values: readonly Application[], scope: Scope): Promise<void> {
  if (seesAll(scope)) return;
  const all = values.flatMap(({ modelConfigurations = [] }) => modelConfigurations);
  const visible = await visibleIds(
    all.map(({ model }) => ({ id: model.id, type: model.type })),
    scope,
  );
  for (const one of all) if (!visible.has(one.model.id)) one.model = { id: one.model.id, type: one.model.type };
}
