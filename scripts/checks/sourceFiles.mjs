import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

/** Paths from the project's root of all source files with one of these endings. */
export function sourceFiles(endings) {
  return ['protocol', 'server', 'client', 'scripts', 'tests'].flatMap(room =>
    readdirSync(join(root, room), { recursive: true })
      .map(path => join(room, path))
      .filter(path => endings.some(ending => path.endsWith(ending)) && !path.includes('node_modules')),
  )
}
