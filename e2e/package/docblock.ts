/** A name with a description. */
export interface Described {
  name: string;
  description: string;
}

export interface Attribute extends Described {
  /** as in TypeScript */
  type: string;
}

/** A public property or method of the class. */
export interface Member extends Described {
  kind: 'field' | 'method';
}

/** The documentation of a class. */
export interface Declaration extends Described {
  tag: string;
  attributes: Attribute[];
  events: Described[];
  cssParts: Described[];
  cssProperties: Described[];
  members: Member[];
}

/**
 * Reads the docblock of a class and its documented public members.
 * @param source of its file, in TypeScript
 * @throws Error if the class has no docblock
 */
export function readDeclaration(name: string, source: string): Declaration {
  const [, block, , body] =
    new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport (abstract )?class ${name} ([^]*?)\\n}\\n`).exec(
      source,
    ) ?? [];
  if (block === undefined || body === undefined) throw new Error(`${name} has no docblock`);
  const lines = block.split('\n').map((line) => line.replace(/^ \* ?/, '').trim());
  const isTag = (line: string) => line.startsWith('@');
  return {
    name,
    tag: valuesOf(lines, 'tag')[0] ?? '',
    description: textOf(lines.slice(0, lines.findIndex(isTag))),
    attributes: valuesOf(lines, 'attr').map(attribute),
    events: valuesOf(lines, 'fires').map(described),
    cssParts: valuesOf(lines, 'csspart').map(described),
    cssProperties: valuesOf(lines, 'cssprop').map(described),
    members: membersOf(body),
  };
}

function valuesOf(lines: readonly string[], tag: string): string[] {
  return lines.filter((line) => line.startsWith(`@${tag} `)).map((line) => line.slice(tag.length + 2));
}

function described(text: string): Described {
  const [name = '', description = ''] = text.split(/ - (.*)/);
  return { name, description };
}

function attribute(text: string): Attribute {
  const [, type = '', rest = ''] = /^\{(.+?)\} (.*)$/.exec(text) ?? [];
  return { ...described(rest), type };
}

/** A documented member that is neither protected, private nor called by the browser. */
const MEMBER =
  /^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(?:override |async |declare |get )*(?!protected|private|static|readonly|#|\w+Callback\b)(\w+)([(:])/gm;

function membersOf(body: string): Member[] {
  return [...body.matchAll(MEMBER)].flatMap(([text, comment = '', name = '', opening]) => {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim());
    if (lines.includes('@internal')) return [];
    const isField = opening === ':' || text.includes(' get ');
    const description = textOf(lines.filter((line) => !line.startsWith('@')));
    return { kind: isField ? 'field' : 'method', name, description };
  });
}

const textOf = (lines: readonly string[]): string => lines.join(' ').trim();
