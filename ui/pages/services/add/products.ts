import { listConnectionSchemas } from 'cairn/client';
import { useMayAny } from '../../../data/rights.js';
import { useOperation } from '../../../data/use-operation.js';
import { type ServiceType, serviceTypeOf } from '../../../entities/service-types.js';
import { productName } from '../../../words/products.js';

export interface Product {
  type: ServiceType;
  serviceType: string;
  name: string;
  hasConnection: boolean;
}

/** What services can be of, by name: those that the person may add. */
export function useProducts() {
  const may = useMayAny();
  const answer = useOperation(listConnectionSchemas, {}, { staleTime: Number.POSITIVE_INFINITY });
  const products = (answer.data?.value.data ?? [])
    .flatMap(({ entityType, serviceType, hasConnection }): Product[] => {
      const type = serviceTypeOf(`${entityType}s`);
      if (!type || may(type, 'Create') === 'no') return [];
      return [{ type, serviceType, hasConnection, name: productName(serviceType) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name));
  return { answer, products };
}

/** The address at which a service of a product is added. */
export function addAddress({ type, serviceType }: Pick<Product, 'type' | 'serviceType'>): string {
  return `/${type}s/add-service?product=${encodeURIComponent(serviceType)}`;
}

/** Whether letters are part of the name of a product, as people or the interface write it. */
export function isCalled({ name, serviceType }: Product, text: string): boolean {
  return `${name} ${serviceType}`.toLowerCase().includes(text.trim().toLowerCase());
}
