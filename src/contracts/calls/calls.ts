import type { z } from 'zod';
import type { ADMIN_CALLS } from './admin-calls.ts';
import type { MODERATION_CALLS } from './moderation-calls.ts';
import type { SITE_CALLS } from './site-calls.ts';

/*
 * The calls that our own pages make, by name. `call()` of client/core/api.ts takes its types from
 * here; tests/guards/calls.test.ts holds them against the API's description. Types alone: no schema
 * reaches a browser.
 */

type Calls = typeof SITE_CALLS & typeof MODERATION_CALLS & typeof ADMIN_CALLS;
export type CallName = keyof Calls;

export type CallReply<Name extends CallName> = z.output<Calls[Name]['reply']>;

/**
 * A body as it is sent: its arrays and objects may be readonly. Where the server takes any type and
 * converts it, as digits to a number, our pages send the converted type.
 */
type SentAs<Input, Output> = unknown extends Input
  ? Output
  : Input extends readonly (infer Item)[]
    ? readonly SentAs<Item, Output extends readonly (infer Converted)[] ? Converted : Item>[]
    : Input extends object
      ? {
          readonly [Key in keyof Input]: SentAs<
            Input[Key],
            Key extends keyof Output ? Output[Key] : Input[Key]
          >;
        }
      : Input;
type Sent<Schema extends z.ZodType> = SentAs<z.input<Schema>, z.output<Schema>>;

/** Digits are the same as a number; what is null or '' isn't sent. */
type QueryValue<T> =
  | T
  | (T extends `${infer Digits extends number}` ? Digits : never)
  | (undefined extends T ? null | '' : never);
type QueryOf<Shape extends z.ZodRawShape> = {
  readonly [Key in keyof z.input<z.ZodObject<Shape>>]: QueryValue<z.input<z.ZodObject<Shape>>[Key]>;
};

type PathParams<Path extends string> = Path extends `${string}{${infer Key}}${infer Rest}`
  ? { readonly [One in Key]: string | number } & PathParams<Rest>
  : unknown;

/** An option that may be left out where everything in it may. */
type Part<Key extends string, Value> =
  Partial<Value> extends Value
    ? { readonly [One in Key]?: Value }
    : { readonly [One in Key]: Value };

type InputOf<Name extends string, Spec> = (Name extends `${string}{${string}`
  ? { readonly params: PathParams<Name> }
  : unknown) &
  (Spec extends { query: infer Shape extends z.ZodRawShape }
    ? Part<'query', QueryOf<Shape>>
    : unknown) &
  (Spec extends { table: true }
    ? { readonly query: Readonly<Record<string, string | number>> }
    : unknown) &
  (Spec extends { body: infer Body extends z.ZodType } ? Part<'body', Sent<Body>> : unknown) &
  (Spec extends { form: true } ? { readonly form: FormData } : unknown);

/** What a call takes: `params` of its path, `query`, `body` or `form`. */
export type CallInput<Name extends CallName> = Name extends CallName
  ? InputOf<Name, Calls[Name]>
  : never;
export type CallBody<Name extends CallName> = Calls[Name] extends {
  body: infer Body extends z.ZodType;
}
  ? Sent<Body>
  : never;

/** Calls that answer a page of a table's rows. */
export type TableCallName = {
  [Name in CallName]: Calls[Name] extends { table: true } ? Name : never;
}[CallName];
export type TableRow<Name extends TableCallName> = CallReply<Name>['rows'][number];
