import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

/** The text of a file of the project. */
export const read = path => readFileSync(join(root, path), 'utf8')

/** Paths of all source files with one of these endings, from the project's root. */
export function sourceFiles(endings) {
  return ['protocol', 'server', 'client', 'scripts', 'tests'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(path => join(folder, path))
      .filter(path => endings.some(ending => path.endsWith(ending)) && !path.includes('node_modules')),
  )
}
