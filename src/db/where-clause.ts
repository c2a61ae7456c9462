import type { Params } from './named-parameters.ts';

/** Conditions of a query that vary by call: each combination gets its own plan and index. */
export class WhereClause {
  readonly #conditions: string[] = [];
  readonly #params: Record<string, unknown> = {};

  /** Adds a condition; `params` are the parameters that it names first. */
  add(condition: string, params: Params = {}): this {
    this.#conditions.push(condition);
    Object.assign(this.#params, params);
    return this;
  }

  get sql(): string {
    return this.#conditions.map((condition) => `(${condition})`).join(' and ') || 'true';
  }

  get params(): Params {
    return { ...this.#params };
  }
}
