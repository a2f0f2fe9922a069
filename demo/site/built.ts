/** Build results that the worker needs. */
export interface Built {
  /** changes with anything in the site */
  version: string;
  /** the files beside the worker, relative to the site */
  files: readonly string[];
  /** one of them: SQLite as WebAssembly */
  sqlite: string;
  /** the shop's pages by name, with slots; addresses of the site begin with `./` */
  pages: Readonly<Record<string, string>>;
}

declare const BUILT_SITE: Built;

/** Inserted by build.ts. */
export const BUILT: Built = BUILT_SITE;
