import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The delay of every fsync on the slow disk, in milliseconds. */
export const SLOWER_MS = 2;

const SOURCE = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static int slow(const char *name, int file) {
  usleep(${SLOWER_MS * 1000});
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return slow("fsync", file); }
int fdatasync(int file) { return slow("fdatasync", file); }
`;

/**
 * Compiles a library that delays every fsync of a process, like a network disk.
 * @param folder for the library
 * @returns the environment that loads it; null without a C compiler or a suitable loader
 */
export function slowDisk(folder: string): { LD_PRELOAD: string } | null {
  if (process.platform !== 'linux') return null;
  const [source, library] = [join(folder, 'slow-disk.c'), join(folder, 'slow-disk.so')];
  writeFileSync(source, SOURCE);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return { LD_PRELOAD: library };
}
