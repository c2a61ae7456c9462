import { join } from 'node:path';
import ts from 'typescript';
import { filesBelow, programOf, root, textOf } from '../../guards/sources.ts';

/** A property of a row type or of a type of parameters. */
export interface Property {
  /** As TypeScript writes it. */
  type: string;
  /** `number`, `string`, `Date`, `string[]` …; `any` for an unknown type, `object` for others. */
  kinds: ReadonlySet<string>;
  admitsNull: boolean;
  elementsAdmitNull: boolean;
  /** It may be missing or undefined. */
  isOptional: boolean;
  /** The same for all types that share this declaration. */
  declaration: string;
}

export interface TypeOfObject {
  name: string;
  properties: ReadonlyMap<string, Property>;
  /** Has names that the type doesn't list: a type parameter, or any string. */
  isOpen: boolean;
}

/** A call of `statement` or `unpreparedStatement`. */
export interface StatementCall {
  /** `src/domain/page-data/user-page.ts:12:20`: where the name of the called function begins. */
  position: string;
  /** The constants and properties around it. */
  name: string;
  /** Undefined if the row is unknown. */
  row: TypeOfObject | undefined;
  params: TypeOfObject;
}

const CALLED = /^(?:unpreparedS|s)tatement$/;
const EITHER = /\b(?:unpreparedS|s)tatement[<(]/;

/** The files of src that create statements. */
const filesWithCalls = (): string[] =>
  filesBelow('src').filter(
    (path) => /\.tsx?$/.test(path) && path !== 'src/db/statement.ts' && EITHER.test(textOf(path)),
  );

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);
const has = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void;
const ANY = ts.TypeFlags.Any | ts.TypeFlags.Unknown;

class TypeReader {
  readonly #checker: ts.TypeChecker;
  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  #elementOf(type: ts.Type): ts.Type | undefined {
    const isList = this.#checker.isArrayType(type) || this.#checker.isTupleType(type);
    return isList ? this.#checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  }

  #kindsOf(type: ts.Type): string[] {
    if (has(type, ANY)) return ['any'];
    if (has(type, NOTHING)) return [];
    if (has(type, ts.TypeFlags.StringLike)) return ['string'];
    if (has(type, ts.TypeFlags.NumberLike)) return ['number'];
    if (has(type, ts.TypeFlags.BooleanLike)) return ['boolean'];
    if (type.isUnion()) return type.types.flatMap((one) => this.#kindsOf(one));
    if (type.isIntersection()) {
      const kinds = type.types.flatMap((one) => this.#kindsOf(one));
      return [kinds.find((kind) => kind !== 'object') ?? 'object'];
    }
    if (type.isTypeParameter()) {
      const constraint = this.#checker.getBaseConstraintOfType(type);
      return constraint ? this.#kindsOf(constraint) : ['any'];
    }
    const element = this.#elementOf(type);
    if (element) return this.#kindsOf(element).map((kind) => `${kind}[]`);
    const name = (type as ts.Type).symbol?.name;
    return [name === 'Date' || name === 'Buffer' ? name : 'object'];
  }

  #readProperty(symbol: ts.Symbol, place: ts.Node): Property {
    const checker = this.#checker;
    const type = checker.getTypeOfSymbolAtLocation(symbol, place);
    const parts = partsOf(type);
    const admitsNull = (some: ts.Type[]) =>
      some.some((part) => has(part, ts.TypeFlags.Null) || has(part, ANY));
    const [declaration] = symbol.declarations ?? [];
    return {
      type: checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation),
      kinds: new Set(this.#kindsOf(type)),
      admitsNull: admitsNull(parts),
      elementsAdmitNull: parts.some((part) => {
        const element = this.#elementOf(part);
        return element !== undefined && admitsNull(partsOf(element));
      }),
      isOptional:
        (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
        parts.some((part) => has(part, ts.TypeFlags.Undefined)),
      declaration: declaration
        ? `${declaration.getSourceFile().fileName}:${declaration.pos}`
        : `${place.getSourceFile().fileName}:${place.pos} ${symbol.name}`,
    };
  }

  /** The types of a call's row and parameters, also if they are inferred. */
  readCall(call: ts.CallExpression): (TypeOfObject | undefined)[] {
    const checker = this.#checker;
    const signature = checker.getResolvedSignature(call);
    const inferred = signature && checker.getReturnTypeOfSignature(signature).aliasTypeArguments;
    return [0, 1].map((index) => {
      const given = call.typeArguments?.[index];
      const type = given
        ? checker.getTypeFromTypeNode(given)
        : call.typeArguments
          ? undefined
          : inferred?.[index];
      return type && this.#read(type, given ?? call);
    });
  }

  #read(type: ts.Type, node: ts.Node): TypeOfObject | undefined {
    const checker = this.#checker;
    if (has(type, ANY)) return undefined;
    const members = type.isIntersection() ? type.types : [type];
    return {
      name: checker.typeToString(type),
      properties: new Map(
        checker
          .getPropertiesOfType(type)
          .map((symbol) => [symbol.name, this.#readProperty(symbol, node)]),
      ),
      isOpen: members.some(
        (member) => member.isTypeParameter() || checker.getIndexInfosOfType(member).length > 0,
      ),
    };
  }
}

/** The names of the constants, functions and properties around a node. */
function namesAround(node: ts.Node): string {
  const names: string[] = [];
  for (let at = node; at.parent; at = at.parent)
    if (ts.isVariableDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isPropertyAssignment(at))
      names.unshift(at.name?.getText() ?? '');
  return names.join('.') || 'unnamed';
}

const NO_PARAMETERS: TypeOfObject = { name: 'none', properties: new Map(), isOpen: false };

function callsIn(source: ts.SourceFile, path: string, reader: TypeReader): StatementCall[] {
  const found: StatementCall[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      CALLED.test(node.expression.text)
    ) {
      const [row, params = NO_PARAMETERS] = reader.readCall(node);
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        position: `${path}:${line + 1}:${character + 1}`,
        name: namesAround(node),
        row,
        params,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The calls in some files of a program. Paths are from the root of the project. */
export function findCallsIn(program: ts.Program, paths: readonly string[]): StatementCall[] {
  const reader = new TypeReader(program.getTypeChecker());
  return paths.flatMap((path) => {
    const source = program.getSourceFile(join(root, path));
    return source ? callsIn(source, path, reader) : [];
  });
}

/** All calls in src that create statements, with their resolved types. */
export function findStatementCalls(): StatementCall[] {
  const paths = filesWithCalls();
  return findCallsIn(programOf(paths.map((path) => join(root, path))), paths);
}
