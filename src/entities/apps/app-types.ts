/** The types of this family, for modules that work with apps. */
export const APP_TYPE = { app: 'app', definition: 'appMarketPlaceDefinition' } as const;
