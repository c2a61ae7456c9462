import type { Params } from './named-parameters.ts';

/**
 * Conditions of a query that differs from call to call, with the values of their parameters: each
 * combination has its own plan, on the index that fits it.
 */
export class WhereClause {
  readonly #conditions: string[] = [];
  readonly #params: Record<string, unknown> = {};

  /** Adds a condition; `params` are the values of the parameters that it names first. */
  add(condition: string, params: Params = {}): this {
    this.#conditions.push(condition);
    Object.assign(this.#params, params);
    return this;
  }

  /** SQL: all conditions together. */
  get sql(): string {
    return this.#conditions.map((condition) => `(${condition})`).join(' and ') || 'true';
  }

  get params(): Params {
    return { ...this.#params };
  }
}
