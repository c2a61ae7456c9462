/* Parts of the API's description, /api/openapi.json, that tests read. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }>; 'x-max-bytes'?: number };
  responses: Record<string, { content?: Record<string, unknown> }>;
  'x-right'?: string;
  'x-rate'?: string;
}

export interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation extends Described {
  /** "GET /api/v1/forum" */
  name: string;
  method: string;
  path: string;
}

export const listOperations = ({ paths }: Description): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...one,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
    })),
  );
