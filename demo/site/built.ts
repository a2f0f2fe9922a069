/** What the build of the site knows and the worker has to. */
export interface Built {
  /** changes with everything that is in the site */
  version: string;
  /** the files beside the worker, relative to the site */
  files: readonly string[];
  /** one of them: SQLite as WebAssembly */
  sqlite: string;
  /** the shop's pages by name, with slots; their addresses begin with `./` where they mean the site */
  pages: Readonly<Record<string, string>>;
}

declare const BUILT_SITE: Built;

/** Put in by build.ts. */
export const BUILT: Built = BUILT_SITE;
