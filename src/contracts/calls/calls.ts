import type { z } from 'zod';
import type { OkReplyWire } from '../wire/replies.ts';
import type { CALLS } from './call-table.ts';

/* Types of `call()` in client/core/api.ts. No schema reaches a browser. */

type Calls = typeof CALLS;
export type CallName = keyof Calls;

export type CallReply<Name extends CallName> = Calls[Name] extends {
  readonly reply: infer Reply extends z.ZodType;
}
  ? z.output<Reply>
  : OkReplyWire;

/** Arrays and objects of a sent body may be readonly. */
type Sent<Input> = Input extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Input extends object
    ? { readonly [Key in keyof Input]: Sent<Input[Key]> }
    : Input;

/** Digits equal a number; null and '' aren't sent. */
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

/** Optional if all its properties are. */
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
  (Spec extends { table: object }
    ? { readonly query: Readonly<Record<string, string | number>> }
    : unknown) &
  (Spec extends { body: infer Body extends z.ZodType }
    ? Part<'body', Sent<z.input<Body>>>
    : unknown) &
  (Spec extends { form: unknown } ? { readonly form: FormData } : unknown);

/** `params` of the path, `query`, `body` or `form`. */
export type CallInput<Name extends CallName> = Name extends CallName
  ? InputOf<Name, Calls[Name]>
  : never;
export type CallBody<Name extends CallName> = Calls[Name] extends {
  body: infer Body extends z.ZodType;
}
  ? Sent<z.input<Body>>
  : never;

/** Calls that return a page of table rows. */
export type TableCallName = {
  [Name in CallName]: Calls[Name] extends { table: object } ? Name : never;
}[CallName];
export type TableRow<Name extends TableCallName> =
  CallReply<Name> extends { rows: readonly (infer Row)[] } ? Row : never;
